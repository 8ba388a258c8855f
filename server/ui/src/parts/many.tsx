/** Actions on many cases: first what would happen and where not, then a reason, then the deed with its progress. */
import './many.css';
import './plan.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, get, part, post, remove, type Problem as ProblemData, type Query } from '../lib/api';
import { useLoad } from '../lib/load';
import { notify } from '../lib/notices';
import { to } from '../lib/router';
import type { Case, CaseDetails, Figure, Page, Performed, ProcessVersion } from '../lib/types';
import { Dialog, Field, Problem } from './basics';
import { emptyMigration, migrationBody, MigrationFields, type Migration } from './migration';
import { NOTHING, oneByOne, summary, type Progress } from './one-by-one';
import { Sentence } from './words';

type Action = 'cancel' | 'retry' | 'migrate' | 'suspend' | 'resume';

const ACTIONS: Record<Action, { label: string; means: string; one: string; danger?: boolean }> = {
  cancel: { label: 'Cancel', means: 'The cases and their sub-cases end. This cannot be taken back; their history stays.', one: 'would be cancelled', danger: true },
  retry: { label: 'Try again', means: 'What failed in the cases is tried again. Cases without an incident are passed over.', one: 'would try again' },
  migrate: { label: 'Migrate', means: 'The cases go on under another version of their process. Cases of that version are passed over.', one: 'would be migrated' },
  suspend: { label: 'Suspend', means: 'Nothing in the cases goes on until somebody resumes them.', one: 'would be suspended' },
  resume: { label: 'Resume', means: 'The cases go on.', one: 'would go on' },
};

interface Order {
  action: Action;
  migration: Migration;
  reason: string;
  dryRun: boolean;
}

/** Lets the server do it in the background, looks how far it is, and stops it when that is wanted. A preview that nobody waits for any more is stopped, too. */
async function byFilter(query: Query, order: Order, tell: (progress: Progress) => void, stop: AbortSignal, stops: () => boolean): Promise<void> {
  const started = await post<Progress & { operation: string }>(
    '/operations',
    { action: order.action, dryRun: order.dryRun, ...(order.reason === '' ? {} : { reason: order.reason }), ...(order.action === 'migrate' ? migrationBody(order.migration) : {}) },
    { query, signal: stop, ...(order.reason === '' ? {} : { reason: order.reason }) },
  );
  const own = `/operations/${part(started.operation)}`;
  const forgotten = () => void remove(own).catch(() => undefined);
  if (order.dryRun) {
    stop.addEventListener('abort', forgotten);
  }
  let now: Progress = started;
  let stopping = false;
  for (;;) {
    tell(now);
    if (now.state !== 'running') {
      stop.removeEventListener('abort', forgotten);
      return;
    }
    await new Promise((wake) => window.setTimeout(wake, 250));
    if (stops() && !stopping) {
      await remove(own);
      stopping = true;
    }
    now = await get<Progress>(own, {}, stop).catch((failure: unknown) => {
      if (asProblem(failure).status === 0) {
        return now;
      }
      throw failure;
    });
  }
}

/** What is asked of one case. */
async function actOn(id: string, order: Order, stop: AbortSignal): Promise<Performed[]> {
  const query = order.dryRun ? { plan: true } : {};
  const ask = (path: string, body: unknown) => post<Performed>(path, body, { query, signal: stop, ...(order.reason === '' ? {} : { reason: order.reason }) });
  const path = `/cases/${part(id)}`;
  if (order.action !== 'retry') {
    return [await ask(`${path}/${order.action}`, order.action === 'migrate' ? migrationBody(order.migration) : order.action === 'cancel' && order.reason !== '' ? { reason: order.reason } : {})];
  }
  const items = (await get<CaseDetails>(path, {}, stop)).work.filter((item) => item.incident);
  return items.length === 0 ? [await ask(`${path}/retry`, {})] : Promise.all(items.map((item) => ask(`/work/${part(item.work)}/retry`, {})));
}

/** Refusals of the same kind: the sentence without what differs from case to case. */
export function grouped(refusals: Progress['refusals']): { words: string; cases: string[] }[] {
  const groups = new Map<string, { words: string; cases: string[] }>();
  for (const each of refusals) {
    const key = each.code + each.detail.replaceAll(`'${each.case}'`, '').replaceAll(`'${each.case}#`, '#').replaceAll(`case ${each.case} `, '');
    const known = groups.get(key);
    if (known) {
      known.cases.push(each.case);
    } else {
      groups.set(key, { words: each.detail, cases: [each.case] });
    }
  }
  return [...groups.values()].sort((a, b) => b.cases.length - a.cases.length);
}

/** What lists of cases filter by, and operations, too. */
const FILTERS = ['process', 'state', 'key', 'where', 'startedFrom', 'startedBefore', 'endedBefore', 'incidents', 'subCases', 'incident'];

/** The dialog. It acts on the chosen cases, or on all that fit the filter if none is chosen. */
export function Many({ filter, chosen, close }: { filter: Record<string, string | string[]>; chosen: Set<string>; close: () => void }) {
  const [ids] = useState(() => [...chosen]);
  const [process, setProcess] = useState(typeof filter['process'] === 'string' ? filter['process'] : '');
  const [action, setAction] = useState<Action>('cancel');
  const [migration, setMigration] = useState(emptyMigration);
  const [reason, setReason] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [preview, setPreview] = useState<Progress>();
  const [result, setResult] = useState<Progress>();
  const [problem, setProblem] = useState<ProblemData>();
  const [asking, setAsking] = useState(false);
  const stop = useRef(new AbortController());
  /** The deed that is under way: it is never cut off in silence. */
  const deed = useRef({ running: false, stops: false, away: undefined as ((words: string, busy: boolean) => void) | undefined, label: '' });
  useEffect(
    () => () => {
      const { running, label } = deed.current;
      if (!running) {
        stop.current.abort();
        return;
      }
      // Who leaves while it runs hears of it in the frame.
      deed.current.stops ||= some;
      deed.current.away = notify(deed.current.stops ? `${label}: stopping …` : `${label}: the server goes on with it.`, true);
    },
    [],
  );

  const query: Query = { ...Object.fromEntries(FILTERS.flatMap((name) => (filter[name] === undefined ? [] : [[name, filter[name]]]))), process: process || undefined };
  const some = ids.length > 0;
  const needsProcess = !some && process === '' && filter['incident'] === undefined;
  const total = useLoad<number>(async (signal) => (some ? ids.length : ((await get<Page<unknown>>('/cases', { ...query, limit: 1, count: true }, signal)).count ?? 0)), [JSON.stringify(query)]);
  const processes = useLoad<Page<ProcessVersion>>((signal) => get('/processes', { limit: 1000 }, signal), []);
  // Cases that were chosen one by one say themselves of what process they are.
  const first = useLoad<Case | undefined>(
    async (signal) => (some ? get<Case>(`/cases/${part(ids[0]!)}`, {}, signal) : needsProcess ? undefined : (await get<Page<Case>>('/cases', { ...query, limit: 1 }, signal)).items[0]),
    [ids[0], JSON.stringify(query)],
  );
  const example = first.value.value;
  const subject = process || example?.process || '';
  const figure = useLoad<Figure | null>(
    (signal) => (example === undefined ? Promise.resolve(null) : get<Figure>(`/processes/${part(example.process)}/figure`, { version: example.version }, signal).catch(() => null)),
    [example?.process, example?.version],
  );
  const count = total.value.value;

  const carryOut = (order: Order, tell: (progress: Progress) => void) => {
    setProblem(undefined);
    const mine = stop.current.signal;
    const own = deed.current;
    const still = (progress: Progress) => {
      if (!order.dryRun) {
        own.running = progress.state === 'running';
      }
      if (own.away && !order.dryRun) {
        own.away(`${own.label}: ${progress.state === 'running' ? 'so far ' : ''}${summary(progress)} ${progress.failure ?? ''}`, progress.state === 'running');
      } else if (!mine.aborted) {
        tell(progress);
      }
    };
    const doing = some
      ? oneByOne(ids, (id) => actOn(id, order, mine), still, () => mine.aborted || (!order.dryRun && own.stops))
      : byFilter(query, order, still, mine, () => !order.dryRun && own.stops);
    doing.catch((failure: unknown) => {
      if (!mine.aborted) {
        still({ ...NOTHING, state: 'failed', failure: asProblem(failure).detail });
        if (!own.away) {
          setProblem(asProblem(failure));
        }
      }
    });
  };
  const look = () => {
    setPreview(NOTHING);
    setResult(undefined);
    carryOut({ action, migration, reason: '', dryRun: true }, setPreview);
  };
  const change = (act: () => void) => {
    // A preview that is still under way is of something else.
    stop.current.abort();
    stop.current = new AbortController();
    setPreview(undefined);
    setResult(undefined);
    setProblem(undefined);
    act();
  };
  const begin = (event: Event) => {
    event.preventDefault();
    if (reason.trim() === '') {
      setWrong('Say why: the history of every case keeps it.');
      return;
    }
    setWrong(undefined);
    setResult(NOTHING);
    deed.current = { running: true, stops: false, away: undefined, label: `${ACTIONS[action].label} ${what}` };
    carryOut({ action, migration, reason: reason.trim(), dryRun: false }, setResult);
  };

  const words = ACTIONS[action];
  const passed = preview && count !== undefined ? Math.max(0, count - preview.done - preview.refused) : 0;
  const ready = preview?.state === 'ended' && preview.done > 0;
  const offered: Action[] = some ? ['cancel', 'retry', 'migrate', 'suspend', 'resume'] : ['cancel', 'retry', 'migrate'];
  const what = some ? `${ids.length} chosen ${ids.length === 1 ? 'case' : 'cases'}` : `all cases${process ? ` of ${process}` : ''} that fit`;

  const busy = result?.state === 'running';
  useEffect(() => {
    if (!busy) {
      setAsking(false);
    } else if (some) {
      const warn = (event: BeforeUnloadEvent) => event.preventDefault();
      window.addEventListener('beforeunload', warn);
      return () => window.removeEventListener('beforeunload', warn);
    }
    return undefined;
  }, [busy]);
  const mayClose = () => {
    setAsking(busy);
    return !busy;
  };

  return (
    <Dialog title={`Act on ${what}`} close={close} mayClose={mayClose} wide>
      <form class="column many" onSubmit={begin}>
        {!some && (
          <p class="soft">
            The filter: {Object.entries(query).filter(([, value]) => value !== undefined).map(([name, value]) => `${name} = ${String(value)}`).join(', ') || 'none'}.{' '}
            {count !== undefined && !needsProcess && (
              <strong>
                {count.toLocaleString()} {count === 1 ? 'case fits' : 'cases fit'}.
              </strong>
            )}
          </p>
        )}
        <div class="row" style="align-items: end">
          {!some && filter['process'] === undefined && filter['incident'] === undefined && (
            <Field label="Process" hint="An action is for the cases of one process.">
              {(id, described) => (
                <select id={id} {...described} value={process} disabled={result !== undefined} onChange={(event) => change(() => (setProcess(event.currentTarget.value), setMigration(emptyMigration)))}>
                  <option value="">choose …</option>
                  {processes.value.value?.items.map((each) => (
                    <option key={each.process}>{each.process}</option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <fieldset class="choices">
            <legend>Action</legend>
            {offered.map((each) => (
              <label key={each} class="row">
                <input type="radio" name="action" value={each} checked={action === each} disabled={result !== undefined} onChange={() => change(() => setAction(each))} /> {ACTIONS[each].label}
              </label>
            ))}
          </fieldset>
        </div>
        <p>{words.means}</p>
        {action === 'migrate' && subject !== '' && result === undefined && <MigrationFields key={subject} process={subject} from={0} old={figure.value.value ?? null} value={migration} set={(value) => change(() => setMigration(value))} />}
        <Problem of={problem} />
        {result === undefined && (
          <div class="row">
            <button type="button" class={ready ? '' : 'primary'} disabled={needsProcess || preview?.state === 'running'} onClick={look}>
              {preview?.state === 'running' ? 'Looking …' : preview ? 'Preview again' : 'Preview'}
            </button>
            {needsProcess && <span class="soft">Choose a process first.</span>}
          </div>
        )}
        {preview && result === undefined && (
          <section class="plan" aria-label="Preview" aria-live="polite" aria-busy={preview.state === 'running'}>
            <h3>What would happen</h3>
            <p>
              <strong>{preview.done.toLocaleString()}</strong> {preview.done === 1 ? 'case' : 'cases'} {words.one}, <strong>{preview.refused.toLocaleString()}</strong> would be refused
              {preview.state === 'ended' && passed > 0 && `, ${passed.toLocaleString()} passed over`}
              {preview.state === 'running' && ' so far'}.
            </p>
            {preview.failure && <p class="trouble-text">{preview.failure}</p>}
            <Refusals of={preview.refusals} />
          </section>
        )}
        {ready && result === undefined && (
          <>
            <Field label="Reason" hint="The history of every case shows it with your name." wrong={wrong}>
              {(id, described) => <textarea id={id} {...described} rows={2} style="min-height: 48px" value={reason} onInput={(event) => setReason(event.currentTarget.value)} />}
            </Field>
            <div class="row">
              <button type="submit" class={words.danger ? 'danger' : 'primary'}>
                {words.label} {preview.done.toLocaleString()} {preview.done === 1 ? 'case' : 'cases'}
              </button>
              <button type="button" onClick={close}>
                Leave them as they are
              </button>
            </div>
          </>
        )}
        {result && (
          <section class="plan" aria-label="Progress" aria-live="polite" aria-busy={result.state === 'running'}>
            <h3>{busy ? 'Under way' : result.state === 'ended' ? 'It is done' : 'It stopped'}</h3>
            <progress aria-label="Progress" max={Math.max(1, preview?.done ?? 1)} value={result.state === 'ended' ? Math.max(1, preview?.done ?? 1) : result.done + result.refused} />
            <p>{summary(result)}</p>
            {result.failure && <p class="trouble-text">{result.failure}</p>}
            <Refusals of={result.refusals} />
            {asking && (
              <div class="asking" role="alertdialog" aria-label={some ? 'Stop it?' : 'Close this?'}>
                <p>{some ? 'It is still under way. Stop it here? What has begun comes to its end; the other cases stay as they are.' : 'It is still under way. The server goes on with it when this is closed, and the top of the page says how it ends. If you stop it, what is done stays done.'}</p>
                <div class="row">
                  <button type="button" class="primary" autoFocus onClick={() => setAsking(false)}>
                    {some ? 'Go on' : 'Stay here'}
                  </button>
                  <button type="button" onClick={() => ((deed.current.stops = true), setAsking(false))}>
                    Stop it
                  </button>
                  {!some && (
                    <button type="button" onClick={close}>
                      Close
                    </button>
                  )}
                </div>
              </div>
            )}
            {!busy && (
              <p>
                <button type="button" class="primary" onClick={close}>
                  Back to the list
                </button>
              </p>
            )}
          </section>
        )}
      </form>
    </Dialog>
  );
}

/** Why it is not done in some cases, by reason, with links to them. */
function Refusals({ of }: { of: Progress['refusals'] }) {
  const groups = grouped(of);
  return groups.length === 0 ? null : (
    <ul class="refusals">
      {groups.slice(0, 20).map((group) => (
        <li key={group.words}>
          <details>
            <summary>
              <strong>
                {group.cases.length.toLocaleString()} {group.cases.length === 1 ? 'case' : 'cases'}
              </strong>
              : <Sentence text={group.words} />
            </summary>
            <span class="row">
              {group.cases.slice(0, 100).map((id) => (
                <a key={id} class="mono" href={to.case(id)} target="_blank">
                  {id}
                </a>
              ))}
              {group.cases.length > 100 && <span class="soft">and {(group.cases.length - 100).toLocaleString()} more</span>}
            </span>
          </details>
        </li>
      ))}
    </ul>
  );
}
