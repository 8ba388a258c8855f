/** What happened in the cases of other engines that carry out parts of a case. */
import { useState } from 'preact/hooks';
import { get, part } from '../../lib/api';
import { useLoad } from '../../lib/load';
import { exact, millis } from '../../lib/time';
import type { HistoryEvent } from '../../lib/types';
import { Panel, Problem } from '../../parts/basics';
import { sentence, stamp } from '../../parts/events';
import { Sentence } from '../../parts/words';

interface Federated {
  items: (HistoryEvent & { engine?: string })[];
  missing: { engine: string; case: string; detail: string }[];
}

const MOST = 300;

/** The events at other engines, and which of them could not be read. */
export function Elsewhere({ id, turns }: { id: string; turns: number }) {
  const [all, setAll] = useState(false);
  const read = useLoad<Federated>((stop) => get(`/cases/${part(id)}/federated-history`, { limit: 1000, newestFirst: true }, stop), [id, turns]);
  const value = read.value.value;
  const there = value?.items.filter((event) => event.engine !== undefined) ?? [];
  const works = new Map<string, string>();
  for (const event of there) {
    const detail = event.detail as { work?: unknown; task?: unknown } | null;
    if (detail && typeof detail.work === 'number' && typeof detail.task === 'string') {
      works.set(`${event.engine}/${event.case}#${detail.work}`, detail.task);
    }
  }
  const shown = all ? there : there.slice(0, MOST);
  return (
    <Panel title="What happened at other engines">
      <Problem of={read.problem.value} again={read.again} />
      {value?.missing.map((each) => (
        <p class="problem away" key={each.engine + each.case}>
          Engine {each.engine}, case {each.case}: {each.detail}
        </p>
      ))}
      <ul class="plain">
        {shown.map((event) => (
          <li key={`${event.engine}/${event.id}`} class="row">
            <time class="soft mono small" dateTime={event.recorded} title={exact(millis(event.recorded))}>
              {stamp(millis(event.recorded))}
            </time>
            <span class="soft">{event.engine}</span>
            <span>
              <Sentence text={sentence(event, (caseId, work) => works.get(`${event.engine}/${caseId}#${work}`))} />
            </span>
          </li>
        ))}
      </ul>
      {there.length > shown.length && (
        <button type="button" class="quiet" onClick={() => setAll(true)}>
          show all {there.length.toLocaleString()}
        </button>
      )}
      {value && there.length === 0 && value.missing.length === 0 && <p class="soft">nothing yet</p>}
    </Panel>
  );
}
