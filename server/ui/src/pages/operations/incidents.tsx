/** Incidents, grouped by cause: what they say, how many, an example; tried again one by one or all of a cause at once. */
import { useEffect, useState } from 'preact/hooks';
import { asProblem, get, isAbort, part, post, type Problem as ProblemData } from '../../lib/api';
import { useLoad } from '../../lib/load';
import { parameter, setQuery, to } from '../../lib/router';
import { may } from '../../lib/session';
import type { Page } from '../../lib/types';
import { Dialog, Empty, Field, Panel, Problem, Shown, State, Time } from '../../parts/basics';
import { Plan } from '../../parts/plan';
import { Table, type Column } from '../../parts/table';
import { follow, type Operation } from './shared';

/** Incidents with the same cause. */
interface Group {
  id: string;
  cause: string;
  code?: string;
  count: number;
  processes: string[];
  tasks: string[];
  first: string;
  last: string;
  example: { case: string; work?: string; message: string };
}

interface Incident {
  case: string;
  work?: string;
  process: string;
  task?: string;
  message: string;
  since: string;
}

const LIFE = ['IncidentRaised', 'IncidentResolved', 'WorkRetried', 'WorkFailed', 'WorkCompleted', 'WorkWithdrawn', 'CaseCancelled', 'CaseFailed'];

type ManyPart = typeof import('../../parts/many').Many;

export function Incidents() {
  const read = useLoad<Page<Group> & { complete?: boolean }>((stop) => get('/incidents', { process: parameter('process'), task: parameter('task'), limit: 1000 }, stop), [parameter('process'), parameter('task')], { kinds: LIFE }, 1_000);
  const [retrying, setRetrying] = useState<Group>();
  const [acting, setActing] = useState<{ group: Group; Many: ManyPart }>();
  const act = (group: Group) => void import('../../parts/many').then(({ Many }) => setActing({ group, Many }));
  return (
    <div class="column">
      {(parameter('process') !== '' || parameter('task') !== '') && (
        <p class="row">
          Only of {parameter('process')} {parameter('task')}
          <button type="button" class="quiet" onClick={() => setQuery({ process: null, task: null })}>
            Show all
          </button>
        </p>
      )}
      <Shown of={read}>
        {({ items, complete }) => (
          <>
            {items.length === 0 ? (
              <Empty title="Nothing waits for an operator">
                An incident is a work item or a case that cannot go on by itself: an automatic task whose attempts all failed, a choice without a branch that holds, code that is missing. It is shown here with its cause until somebody retries it, does it by
                hand, or cancels the case.
              </Empty>
            ) : (
              items.map((group) => <Cause key={group.id} of={group} retry={() => setRetrying(group)} act={() => act(group)} changed={read.again} />)
            )}
            {complete === false && <p class="soft">There are more incidents than were read: those of the first causes are shown.</p>}
          </>
        )}
      </Shown>
      {retrying && <RetryAll of={retrying} close={() => (setRetrying(undefined), read.again())} />}
      {acting && <acting.Many filter={{ incident: acting.group.id }} chosen={new Set()} close={() => (setActing(undefined), read.again())} />}
    </div>
  );
}

function Cause({ of, retry, act, changed }: { of: Group; retry: () => void; act: () => void; changed: () => void }) {
  const open = parameter('incident') === of.id;
  const acts = may('operator', 'administrator');
  return (
    <Panel
      title={
        <span class="row">
          <State of="incident" /> {of.count.toLocaleString()} {of.count === 1 ? 'waits' : 'wait'}
        </span>
      }
      actions={
        acts && (
          <>
            <button type="button" onClick={act}>
              Act on the cases …
            </button>
            <button type="button" class="primary" onClick={retry}>
              {of.count === 1 ? 'Retry …' : `Retry all ${of.count.toLocaleString()} …`}
            </button>
          </>
        )
      }
    >
      <p style="overflow-wrap: anywhere">
        {of.cause} {of.code && <code class="soft">{of.code}</code>}
      </p>
      <dl class="pairs" style="margin-top: 8px">
        <dt>in</dt>
        <dd>
          {of.processes.map((each, i) => (
            <>
              {i > 0 && ', '}
              <a href={to.process(each)}>{each}</a>
            </>
          ))}
          {of.tasks.length > 0 && `: ${of.tasks.join(', ')}`}
        </dd>
        <dt>since</dt>
        <dd>
          <Time at={of.first} />
          {of.first !== of.last && (
            <>
              , the latest <Time at={of.last} />
            </>
          )}
        </dd>
        <dt>for example</dt>
        <dd>
          <a href={to.case(of.example.case)}>case {of.example.case}</a>
          {of.example.message !== of.cause && <span class="soft">: {of.example.message}</span>}
        </dd>
      </dl>
      <p style="margin-top: 8px">
        <button type="button" class="quiet" aria-expanded={open} onClick={() => setQuery({ incident: open ? null : of.id })}>
          {open ? 'Hide what waits' : of.count === 1 ? 'Show what waits' : `Show all ${of.count.toLocaleString()}`}
        </button>
      </p>
      {open && <Waiting group={of.id} acts={acts} changed={changed} />}
    </Panel>
  );
}

function Waiting({ group, acts, changed }: { group: string; acts: boolean; changed: () => void }) {
  const read = useLoad<Page<Incident>>((stop) => get(`/incidents/${part(group)}`, { limit: 1000 }, stop), [group], { kinds: LIFE }, 1_000);
  const [one, setOne] = useState<Incident>();
  const columns: Column<Incident>[] = [
    { name: 'case', title: 'Case', width: '90px', cell: (row) => row.case, value: (row) => row.case },
    { name: 'process', title: 'Process', width: 'minmax(90px, 1fr)', cell: (row) => row.process, value: (row) => row.process },
    { name: 'task', title: 'Task', width: 'minmax(90px, 1fr)', cell: (row) => (row.work ? <a href={to.work(row.work)}>{row.task}</a> : <span class="soft">the case itself</span>), value: (row) => row.task },
    { name: 'since', title: 'Since', width: '110px', cell: (row) => <Time at={row.since} />, value: (row) => row.since },
    { name: 'message', title: 'Why', width: 'minmax(160px, 3fr)', cell: (row) => <span title={row.message}>{row.message}</span>, value: (row) => row.message, wideOnly: true },
  ];
  if (acts) {
    columns.push({
      name: 'retry',
      title: 'Retry',
      width: '70px',
      cell: (row) => (
        <button type="button" class="quiet" aria-label={`Retry ${row.work ?? row.case}`} onClick={() => setOne(row)}>
          Retry …
        </button>
      ),
    });
  }
  return (
    <>
      <Shown of={read}>{({ items }) => <Table label="What waits" sortable columns={columns} rows={items} id={(row) => row.work ?? row.case} href={(row) => to.case(row.case)} height="360px" file="incidents" />}</Shown>
      {one && <RetryOne of={one} close={() => (setOne(undefined), changed(), read.again())} />}
    </>
  );
}

/** Tries one again: the plan, a reason, then what came of it. */
function RetryOne({ of, close }: { of: Incident; close: () => void }) {
  return (
    <Plan
      title={`Retry ${of.task ?? 'case'} ${of.work ?? of.case}`}
      path={of.work ? `/work/${part(of.work)}/retry` : `/cases/${part(of.case)}/retry`}
      sentence={of.message}
      verb="Retry"
      case={of.case}
      close={close}
    />
  );
}

/** Tries all of a cause again: first finds out where that is possible, then asks for a reason, then shows how far it is. */
function RetryAll({ of, close }: { of: Group; close: () => void }) {
  const [plan, setPlan] = useState<Operation>();
  const [run, setRun] = useState<Operation>();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<ProblemData>();
  const [busy, setBusy] = useState(false);
  const [stop] = useState(() => new AbortController());
  const start = async (dryRun: boolean, seen: (now: Operation) => void) => {
    setProblem(undefined);
    try {
      const begun = await post<Operation>('/operations', { action: 'retry', dryRun, ...(reason === '' ? {} : { reason }) }, { query: { incident: of.id }, reason });
      await follow(begun, seen, stop.signal);
    } catch (failure) {
      if (!isAbort(failure)) {
        setProblem(asProblem(failure));
      }
    }
  };
  useEffect(() => {
    void start(true, setPlan);
    return () => stop.abort();
  }, []);
  const planned = plan?.state === 'ended';
  return (
    <Dialog title={of.count === 1 ? 'Retry one incident' : `Retry ${of.count.toLocaleString()} incidents of one cause`} close={close}>
      <p class="soft" style="overflow-wrap: anywhere">
        {of.cause}
      </p>
      {plan && !run && (
        <p role="status">
          {planned ? (
            <>
              It can be retried in <strong>{plan.done.toLocaleString()}</strong> {plan.done === 1 ? 'case' : 'cases'}
              {plan.refused > 0 ? `, and would be refused in ${plan.refused.toLocaleString()}.` : '.'}
            </>
          ) : plan.state === 'failed' ? (
            plan.failure
          ) : (
            `Finding out what would happen: ${(plan.done + plan.refused).toLocaleString()} so far …`
          )}
        </p>
      )}
      {plan && <Refusals of={run ?? plan} />}
      {!run && (
        <>
          <Field label="Reason (for the history)" hint="Such as: the bank answers again">
            {(id, described) => <input id={id} {...described} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />}
          </Field>
          <div>
            <button type="button" class="primary" disabled={busy || !planned || plan.done === 0} onClick={() => (setBusy(true), void start(false, setRun).finally(() => setBusy(false)))}>
              {planned ? `Retry ${plan.done.toLocaleString()}` : 'Retry'}
            </button>
          </div>
        </>
      )}
      {run && (
        <div role="status" class="column" style="gap: 8px">
          <progress aria-label="Progress" style="width: 100%" max={Math.max(1, (plan?.done ?? 0) + (plan?.refused ?? 0))} value={run.done + run.refused} />
          <p class="row">
            <State of={run.state === 'running' ? 'running' : run.state === 'ended' ? 'done' : 'failed'} /> {run.done.toLocaleString()} retried{run.refused > 0 ? `, ${run.refused.toLocaleString()} refused` : ''}. {run.failure}{' '}
            <a href="/operations?tab=running">See it among the operations</a>
          </p>
        </div>
      )}
      <Problem of={problem} />
    </Dialog>
  );
}

/** The first refusals of an operation, with links to their cases. */
export function Refusals({ of }: { of: Operation }) {
  return of.refusals.length === 0 ? null : (
    <details>
      <summary>
        {of.refused.toLocaleString()} {of.refused === 1 ? 'refusal' : 'refusals'}
      </summary>
      <ul style="margin: 4px 0 0; padding-left: 20px">
        {of.refusals.slice(0, 50).map((each) => (
          <li key={each.case}>
            <a href={to.case(each.case)}>case {each.case}</a>: {each.detail}
          </li>
        ))}
      </ul>
    </details>
  );
}
