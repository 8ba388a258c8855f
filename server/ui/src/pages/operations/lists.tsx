/** Lists of Operations: timers, acts, operations that run, engines. */
import { get } from '../../lib/api';
import { useLoad } from '../../lib/load';
import { usePages } from '../../lib/pages';
import { parameter, setQuery, to } from '../../lib/router';
import { millis, span } from '../../lib/time';
import type { Page } from '../../lib/types';
import { Empty, Field, Panel, Shown, Span, State, Time } from '../../parts/basics';
import { PagedTable, type Column } from '../../parts/table';
import { Refusals } from './incidents';
import { useEvery, type Operation } from './shared';

interface Timer {
  due: string;
  tenant: string;
  case: string;
  timer: number;
  purpose: string;
}

const TIMERS: Column<Timer>[] = [
  { name: 'case', title: 'Case', width: '100px', cell: (row) => row.case, value: (row) => row.case },
  { name: 'due', title: 'Fires', width: '130px', cell: (row) => <Time at={row.due} />, value: (row) => row.due },
  { name: 'exact', title: 'At', width: 'minmax(200px, 1fr)', cell: (row) => <Time at={row.due} plain />, wideOnly: true },
  { name: 'purpose', title: 'For', width: 'minmax(140px, 3fr)', cell: (row) => row.purpose, value: (row) => row.purpose },
];

/** The instants that cases wait for, the next first. */
export function Timers() {
  const contains = parameter('contains');
  const list = usePages<Timer>('/timers', { contains }, { kinds: ['TimerSet', 'TimerFired', 'TimerCancelled', 'CaseCancelled'] }, { count: true });
  return (
    <>
      <div class="row" style="align-items: end">
        <Field label="Contains">{(id) => <input id={id} type="search" placeholder="a case, a purpose" value={contains} onInput={(event) => setQuery({ contains: event.currentTarget.value })} />}</Field>
      </div>
      <PagedTable
        label="Timers"
        of={list}
        columns={TIMERS}
        id={(row) => `${row.case} ${row.timer} ${row.due}`}
        href={(row) => to.case(row.case)}
        empty={
          <Empty title={contains === '' ? 'No case waits for an instant' : 'No timer fits'}>
            A timer is a durable promise to wake a case: a deadline of work, a delay in a process, the next attempt after a failure. It fires once, also after a restart.
          </Empty>
        }
      />
    </>
  );
}

interface Act {
  at: string;
  actor?: string;
  onBehalfOf?: string;
  address: string;
  endpoint: string;
  ids: Record<string, string>;
  status: number;
  code?: string;
}

const ACTS: Column<Act>[] = [
  { name: 'at', title: 'When', width: '120px', cell: (row) => <Time at={row.at} />, value: (row) => row.at },
  { name: 'actor', title: 'Who', width: 'minmax(90px, 1fr)', cell: (row) => (row.actor ? `${row.actor}${row.onBehalfOf ? ` for ${row.onBehalfOf}` : ''}` : <span class="soft">unknown</span>), value: (row) => row.actor },
  { name: 'endpoint', title: 'What', width: 'minmax(120px, 1.4fr)', cell: (row) => row.endpoint, value: (row) => row.endpoint },
  {
    name: 'ids',
    title: 'About',
    width: 'minmax(120px, 2fr)',
    cell: (row) =>
      Object.entries(row.ids).map(([name, id]) => (
        <span key={name}>
          <span class="soft">{name}</span> {name === 'case' ? <a href={to.case(id)}>{id}</a> : name === 'work' ? <a href={to.work(id)}>{id}</a> : name === 'process' ? <a href={to.process(id)}>{id}</a> : id}{' '}
        </span>
      )),
    value: (row) => Object.entries(row.ids).map(([name, id]) => `${name} ${id}`).join(', '),
  },
  { name: 'status', title: 'Answer', width: '110px', cell: (row) => <State of={row.code ?? String(row.status)} tone={row.status < 300 ? 'done' : row.status < 400 ? 'off' : 'trouble'} />, value: (row) => row.status },
  { name: 'address', title: 'From', width: '130px', cell: (row) => <span class="mono">{row.address}</span>, value: (row) => row.address, wideOnly: true },
];

/** The log of acts: who asked for what, from where, with what answer. */
export function Audit() {
  const filters = Object.fromEntries(['actor', 'endpoint', 'id', 'status', 'from', 'before'].map((name) => [name, parameter(name)]));
  const valid = /^([1-5]\d\d)?$/.test(filters['status']!);
  const list = usePages<Act>('/audit', { ...filters, status: valid ? filters['status'] : '', newestFirst: true });
  useEvery(5_000, list.again);
  const text = (name: string, label: string, hint: string, width = '170px') => (
    <Field label={label}>{(id) => <input id={id} type="search" placeholder={hint} value={filters[name]} style={{ width }} onInput={(event) => setQuery({ [name]: event.currentTarget.value })} />}</Field>
  );
  const time = (name: string, label: string) => (
    <Field label={label}>
      {(id) => <input id={id} type="datetime-local" value={localInput(filters[name]!)} onChange={(event) => setQuery({ [name]: event.currentTarget.value === '' ? null : new Date(event.currentTarget.value).toISOString() })} />}
    </Field>
  );
  const narrowed = Object.values(filters).some((each) => each !== '');
  return (
    <>
      <form class="row" style="align-items: end" onSubmit={(event) => event.preventDefault()}>
        {text('actor', 'Who', 'a name')}
        {text('endpoint', 'What', 'such as startCase')}
        {text('id', 'About', 'an id')}
        {text('status', 'Status', '100 to 599', '120px')}
        {time('from', 'From')}
        {time('before', 'Before')}
        {narrowed && (
          <button type="button" class="quiet" onClick={() => setQuery({ actor: null, endpoint: null, id: null, status: null, from: null, before: null })}>
            Show all
          </button>
        )}
      </form>
      <PagedTable
        label="Acts"
        of={list}
        columns={ACTS}
        id={(row) => `${row.at} ${row.endpoint} ${JSON.stringify(row.ids)} ${row.status}`}
        empty={
          <Empty title={narrowed ? 'No act fits' : 'Nothing is logged yet'}>
            {narrowed ? 'The filters leave nothing. Names of operations are those of the OpenAPI document, such as startCase.' : 'The server logs every request that changes something, and every refusal, while security is on. What happened to cases is in their history in any case.'}
          </Empty>
        }
      />
    </>
  );
}

/** An instant for an input of date and time, in the reader's zone. */
export function localInput(instant: string): string {
  if (instant === '' || Number.isNaN(millis(instant))) {
    return '';
  }
  const at = new Date(millis(instant));
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Commands to many cases: how far each is. */
export function Running() {
  const read = useLoad<Page<Operation>>((stop) => get('/operations', { limit: 1000 }, stop), []);
  useEvery(read.value.value?.items.some((each) => each.state === 'running') ? 500 : 3_000, read.again);
  return (
    <Shown of={read}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="No operation since the server started" actions={<a class="button" href="/cases">Choose cases</a>}>
            An operation cancels, retries or migrates many cases in the background. Start one from the list of cases or from a cause of incidents; what it would do is shown first.
          </Empty>
        ) : (
          <ul class="plain column">
            {[...items].reverse().map((each) => (
              <li key={each.operation} class="card">
                <p class="row">
                  <strong>
                    {each.dryRun ? 'Preview: ' : ''}
                    {each.action}
                  </strong>
                  <State of={each.state === 'ended' ? 'done' : each.state} />
                  <span>
                    {each.done.toLocaleString()} {each.dryRun ? 'possible' : 'done'}
                    {each.refused > 0 && `, ${each.refused.toLocaleString()} refused`}
                  </span>
                  <span class="soft far">
                    operation {each.operation}, <Time at={each.started} />
                    {each.ended && <>, took {span(millis(each.ended) - millis(each.started))}</>}
                    {!each.ended && (
                      <>
                        , for <Span from={each.started} />
                      </>
                    )}
                  </span>
                </p>
                {each.state === 'running' && <progress aria-label={`Progress of operation ${each.operation}`} style="width: 100%" />}
                {each.failure && <p>{each.failure}</p>}
                <Refusals of={each} />
              </li>
            ))}
          </ul>
        )
      }
    </Shown>
  );
}

interface Engine {
  engine: string;
  url: string;
  state: 'answers' | 'silent' | 'unknown';
  since?: string;
  problem?: string;
  open: number;
  waiting: number;
}

/** The other engines that carry out cases for this one. */
export function Engines() {
  const read = useLoad<Page<Engine>>((stop) => get('/engines', { limit: 1000 }, stop), []);
  useEvery(5_000, read.again);
  return (
    <Panel title="Other engines">
      <Shown of={read}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="soft">None is configured. A process can have its sub-cases carried out by another Millrace server, which the configuration names.</p>
          ) : (
            <ul class="plain column" style="gap: 6px">
              {items.map((each) => (
                <li key={each.engine} class="row">
                  <strong>{each.engine}</strong> <span class="mono soft">{each.url}</span> <State of={each.state} tone={each.state === 'answers' ? 'done' : each.state === 'silent' ? 'trouble' : 'off'} />
                  <span>
                    {each.open} open {each.open === 1 ? 'case' : 'cases'}, {each.waiting} {each.waiting === 1 ? 'request waits' : 'requests wait'}
                  </span>
                  {each.problem && (
                    <span class="soft">
                      {each.problem} {each.since && <Time at={each.since} />}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Shown>
    </Panel>
  );
}
