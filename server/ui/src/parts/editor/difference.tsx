/** What differs between two texts, for reading. */
import './editor.css';
import { useMemo } from 'preact/hooks';
import { compareLines, nearChanges } from './lines';

const SIGNS = { same: ' ', added: '+', removed: '−' };
const SPOKEN = { same: '', added: 'added: ', removed: 'removed: ' };

export function TextDifference({ before, after, label, all }: { before: string; after: string; label: string; all?: boolean }) {
  const lines = useMemo(() => {
    const found = compareLines(before, after);
    return all ? found : nearChanges(found);
  }, [before, after, all]);
  if (before === after) {
    return <p class="soft">The texts are the same.</p>;
  }
  return (
    <div class="lines" role="region" aria-label={label} tabIndex={0}>
      <table>
        <tbody>
          {lines.map((line, i) =>
            line === null ? (
              <tr key={i} class="skipped">
                <td colSpan={4}>…</td>
              </tr>
            ) : (
              <tr key={i} class={line.what}>
                <td class="at">{line.before}</td>
                <td class="at">{line.after}</td>
                <td class="at" aria-hidden="true">
                  {SIGNS[line.what]}
                </td>
                <td>
                  <span class="hidden">{SPOKEN[line.what]}</span>
                  {line.text}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
