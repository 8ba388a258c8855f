/** Sentences of the server, with instants in the reader's zone. */
import { clock, exact, now } from '../lib/time';

const INSTANT = /(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z)/;

/** A sentence in which every ISO instant is shown as the reader's clock shows it, with the exact one on hover. */
export function Sentence({ text }: { text: string }) {
  const parts = text.split(INSTANT);
  if (parts.length === 1) {
    return <>{text}</>;
  }
  return (
    <>
      {parts.map((part, i) => {
        if (i % 2 === 0) {
          return part;
        }
        const when = Date.parse(part);
        const today = new Date(now.value).toDateString() === new Date(when).toDateString();
        return (
          <time key={i} dateTime={part} title={exact(when)}>
            {today ? clock(when) : `${new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(when)}, ${clock(when)}`}
          </time>
        );
      })}
    </>
  );
}
