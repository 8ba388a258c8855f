/** The versions of a process, and what differs between two of them: on the pictures, in sentences, in the texts. */
import { useMemo } from 'preact/hooks';
import { get, part } from '../../lib/api';
import { useLoad } from '../../lib/load';
import { parameter, setQuery, to } from '../../lib/router';
import type { Case, Figure, FigureChange, FigureDifference, Page } from '../../lib/types';
import { Field, Panel, Shown, State, Time } from '../../parts/basics';
import { TextDifference } from '../../parts/editor/difference';
import { Picture } from '../../parts/picture/picture';
import type { Known } from '../process';
import { looksOf, nodeOf } from './changes';
import { definitionOf, type Definition } from './definition';

/** How many cases run on which version; undefined before they were read. */
export function perVersion(running: Page<Case> | undefined): Map<number, number> | undefined {
  if (!running) {
    return undefined;
  }
  const counts = new Map<number, number>();
  running.items.forEach((each) => counts.set(each.version, (counts.get(each.version) ?? 0) + 1));
  return counts;
}

interface Both {
  /** Absent if a version has no picture. */
  difference: FigureDifference | undefined;
  from: { figure: Figure | undefined; definition: Definition | undefined };
  to: { figure: Figure | undefined; definition: Definition | undefined };
}

async function both(of: Known, from: number, until: number, stop: AbortSignal): Promise<Both> {
  const one = async (version: number) => {
    const language = of.versions.find((each) => each.version === version)?.language ?? of.version.language;
    const [figure, definition] = await Promise.all([
      get<Figure>(`/processes/${part(of.process)}/figure`, { version }, stop).catch(() => undefined),
      definitionOf(of.process, language, version, stop).catch(() => undefined),
    ]);
    return { figure, definition };
  };
  const compared = get<FigureDifference>(`/processes/${part(of.process)}/difference`, { from, to: until }, stop).catch(() => undefined);
  const [first, second, difference] = await Promise.all([one(from), one(until), compared]);
  return { difference, from: first, to: second };
}

export function Differences({ of, running }: { of: Known; running: Page<Case> | undefined }) {
  const newest = of.versions.at(-1)!.version;
  const until = Number(parameter('to')) || newest;
  const from = Number(parameter('from')) || Math.max(1, until - 1);
  const counts = perVersion(running);
  const behind = counts ? [...counts].filter(([version]) => version < newest).reduce((sum, [, count]) => sum + count, 0) : 0;
  const choice = (name: string, label: string, value: number) => (
    <Field label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => setQuery({ [name]: event.currentTarget.value, node: null })}>
          {of.versions.map((each) => (
            <option key={each.version}>{each.version}</option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <div class="column" style="gap: 16px">
      <Panel title="Versions">
        <div class="table-box">
          <table class="versions">
            <thead>
              <tr>
                <th>Version</th>
                <th>Deployed</th>
                <th>By</th>
                <th>Reason</th>
                <th>Running cases</th>
                <th>Compare</th>
              </tr>
            </thead>
            <tbody>
              {[...of.versions].reverse().map((each) => {
                const when = of.deployments.find((one) => one.version === each.version);
                return (
                  <tr key={each.version} aria-current={each.version === of.version.version ? 'true' : undefined}>
                    <td>
                      <a href={to.process(of.process, each.version)}>{each.version}</a>
                      {each.version === newest && ' (newest)'}
                    </td>
                    <td>{when ? <Time at={when.at} /> : <span class="soft">not known</span>}</td>
                    <td>{when?.by ?? ''}</td>
                    <td>
                      {when?.reason ?? ''} {when?.despite && <State of="although unsound" tone="trouble" title={when.despite} />}
                    </td>
                    <td>
                      {counts && `${(counts.get(each.version) ?? 0).toLocaleString()}${running?.cursor ? ' or more' : ''}`}
                    </td>
                    <td>
                      {each.version > 1 && (
                        <button type="button" class="quiet" onClick={() => setQuery({ from: String(each.version - 1), to: String(each.version), node: null })}>
                          with version {each.version - 1}
                        </button>
                      )}
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
        {behind > 0 && (
          <p style="margin-top: 8px">
            {behind.toLocaleString()} {behind === 1 ? 'case runs' : 'cases run'} on earlier versions. <a href={to.cases({ process: of.process, state: 'running' })}>Migrate {behind === 1 ? 'it' : 'them'} to version {newest}</a>: choose “Act on all of these”, which shows the plan first.
          </p>
        )}
      </Panel>
      {of.versions.length === 1 ? (
        <p class="soft">
          There is one version so far. Deploying a changed text makes the next one, and the differences are shown here. <a href={`/edit?process=${part(of.process)}`}>Edit the process</a>
        </p>
      ) : (
        <>
          <div class="row" style="align-items: end">
            {choice('from', 'From version', from)}
            {choice('to', 'to version', until)}
            <button type="button" onClick={() => setQuery({ from: String(until), to: String(from), node: null })}>
              Swap
            </button>
          </div>
          <Compared of={of} from={from} until={until} />
        </>
      )}
    </div>
  );
}

function Compared({ of, from, until }: { of: Known; from: number; until: number }) {
  const read = useLoad((stop) => both(of, from, until, stop), [of.process, from, until]);
  return <Shown of={read}>{(value) => <SideBySide of={of} both={value} from={from} until={until} />}</Shown>;
}

function SideBySide({ of, both: { difference, from: before, to: after }, from, until }: { of: Known; both: Both; from: number; until: number }) {
  const changes = difference?.sheets.flatMap((sheet) => sheet.changes) ?? [];
  const looks = useMemo(() => (difference ? looksOf(difference) : { from: {}, to: {} }), [difference]);
  const node = parameter('node');
  const select = (id: string | undefined) => setQuery({ node: id === undefined || id === node ? null : id });
  return (
    <>
      {before.figure && after.figure && (
        <>
          <div class="side-by-side">
            <section aria-label={`Version ${from}`} class="column" style="gap: 4px">
              <h2>Version {from}</h2>
              <Picture figure={before.figure} looks={looks.from} label={`Picture of version ${from}`} selected={node || undefined} onSelect={(found) => select(found?.id)} />
            </section>
            <section aria-label={`Version ${until}`} class="column" style="gap: 4px">
              <h2>Version {until}</h2>
              <Picture figure={after.figure} looks={looks.to} label={`Picture of version ${until}`} selected={node || undefined} onSelect={(found) => select(found?.id)} />
            </section>
          </div>
          <Panel title={changes.length === 0 ? 'What differs' : `What differs (${changes.length})`}>
            {changes.length === 0 ? (
              <p class="soft">The pictures are the same{before.definition?.text !== after.definition?.text ? '; the texts differ' : ''}.</p>
            ) : (
              <ul class="plain changes" aria-label="Differences">
                {changes.map((each, i) => (
                  <li key={i}>
                    <ChangeLine of={each} chosen={node !== '' && nodeOf(each) === node} select={() => select(nodeOf(each) || undefined)} />
                  </li>
                ))}
              </ul>
            )}
          </Panel>
        </>
      )}
      {before.definition && after.definition && (
        <Panel title="The texts">
          <TextDifference before={before.definition.text} after={after.definition.text} label={`Text of ${of.process}, version ${from} and version ${until}`} />
          {(before.definition.rules !== '' || after.definition.rules !== '') && (
            <>
              <h3 style="margin: 12px 0 4px">Rules</h3>
              <TextDifference before={before.definition.rules} after={after.definition.rules} label="Rules of both versions" />
            </>
          )}
        </Panel>
      )}
    </>
  );
}

const TONES = { added: 'done', removed: 'trouble', changed: 'delay' } as const;

function ChangeLine({ of, chosen, select }: { of: FigureChange; chosen: boolean; select: () => void }) {
  return (
    <button type="button" aria-pressed={chosen} onClick={select}>
      <State of={of.change} tone={TONES[of.change]} /> {of.message}
    </button>
  );
}
