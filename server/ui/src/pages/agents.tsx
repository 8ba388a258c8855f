/** Agents: who does what now, who did what when, how much each has, and what waits for an agent. */
import { useState } from 'preact/hooks';
import { get, part } from '../lib/api';
import { useLoad } from '../lib/load';
import { parameter, setQuery, to } from '../lib/router';
import { may } from '../lib/session';
import { millis } from '../lib/time';
import type { Page, Participant, Work } from '../lib/types';
import { Empty, Field, Menu, Panel, Shown, State, Time, Title } from '../parts/basics';
import { Bars } from '../parts/chart/chart';
import { Gantt, Period, period, type Bar } from '../parts/chart/gantt';
import { share } from '../parts/chart/scale';
import { Table, type Column } from '../parts/table';
import { activity, utilisation } from './agents/activity';
import { AgentForm, ParticipantForm, PoolForm, RemoveAgent, RemoveParticipant, type Agent, type Deed, type Pool } from './agents/forms';

const LIFE = ['WorkOffered', 'WorkAllocated', 'WorkReleased', 'WorkStarted', 'WorkSuspended', 'WorkResumed', 'WorkCompleted', 'WorkFailed', 'WorkWithdrawn', 'ParticipantAdded', 'ParticipantRemoved', 'PoolDefined', 'AgentAdded', 'AgentRemoved', 'AgentPresent', 'AgentAssigned', 'AgentReleased', 'DemandQueued', 'DemandDropped', 'PoolTroubled'];

interface Waiting {
  pool: string;
  work: string;
  case: string;
  process: string;
  task: string;
  since: string;
  priority: number;
}

interface PoolRead {
  pool: Pool;
  agents: Agent[];
  waiting: Waiting[];
}

interface Now {
  people: Participant[];
  work: Work[];
  /** Whether there is more open work than was counted. */
  more: boolean;
  pools: PoolRead[];
}

const MOST_WORK = 5_000;

async function openWork(stop: AbortSignal): Promise<{ work: Work[]; more: boolean }> {
  const work: Work[] = [];
  let cursor: string | undefined;
  do {
    const page: Page<Work> = await get('/work', { limit: 1000, cursor }, stop);
    work.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined && work.length < MOST_WORK);
  return { work, more: cursor !== undefined };
}

async function present(stop: AbortSignal): Promise<Now> {
  const [people, open, pools] = await Promise.all([get<Page<Participant>>('/participants', { limit: 1000 }, stop), openWork(stop), get<Page<Pool>>('/pools', { limit: 100 }, stop)]);
  const read = await Promise.all(
    pools.items.map(async (pool) => {
      const [agents, waiting] = await Promise.all([
        get<Page<Agent>>(`/pools/${part(pool.pool)}/agents`, { limit: 200 }, stop),
        get<Page<Waiting>>(`/pools/${part(pool.pool)}/waiting`, { limit: 50 }, stop),
      ]);
      return { pool, agents: agents.items, waiting: waiting.items };
    }),
  );
  return { people: people.items, ...open, pools: read };
}

/** What is known of somebody now: a participant, or a program that works under a name. */
interface Person {
  name: string;
  participant?: Participant;
  pools: string[];
  started: Work[];
  allocated: Work[];
  offered: number;
}

function persons(now: Now): Person[] {
  const all = new Map<string, Person>();
  const of = (name: string) => {
    const known = all.get(name) ?? { name, pools: [], started: [], allocated: [], offered: 0 };
    all.set(name, known);
    return known;
  };
  now.people.forEach((participant) => (of(participant.name).participant = participant));
  now.pools.forEach(({ agents }) => agents.forEach((agent) => of(agent.agent).pools.push(agent.pool)));
  const byRole = new Map<string, Person[]>();
  now.people.forEach((participant) => participant.roles.forEach((role) => byRole.set(role, [...(byRole.get(role) ?? []), of(participant.name)])));
  for (const work of now.work) {
    if (work.holder) {
      (work.state === 'started' ? of(work.holder).started : of(work.holder).allocated).push(work);
    } else if (work.state === 'offered') {
      const whom = new Set([...(work.roles ?? []).flatMap((role) => byRole.get(role) ?? []), ...(work.participants ?? []).map((name) => all.get(name)).filter((each) => each !== undefined)]);
      whom.forEach((person) => person.offered++);
    }
  }
  return [...all.values()].sort((a, b) => a.name.localeCompare(b.name));
}

type Changing = { what: 'add' } | { what: 'change' | 'remove'; person: Person } | { what: 'pool'; pool?: Pool } | { what: 'agent'; pool: string; agent?: Agent } | { what: 'leave'; agent: Agent };

export default function Agents() {
  const read = useLoad(present, [], { kinds: LIFE }, 1_000);
  const [changing, setChanging] = useState<Changing>();
  const [deed, setDeed] = useState<Deed>();
  const edits = may('administrator', 'operator');
  const close = () => setChanging(undefined);
  const done = (what: Deed) => {
    setDeed(what);
    read.again();
  };
  return (
    <div class="text">
      <Title
        actions={
          edits && (
            <>
              <button type="button" onClick={() => setChanging({ what: 'pool' })}>
                Define a pool
              </button>
              <button type="button" class="primary" onClick={() => setChanging({ what: 'add' })}>
                Add a participant
              </button>
            </>
          )
        }
      >
        Agents
      </Title>
      {deed && (
        <p role="status" class="row" style="margin-bottom: 12px">
          <State of="done" /> {deed.words} <a href={`/ask?goal=${part(deed.goal)}`}>See it in the history</a>
          <button type="button" class="quiet" onClick={() => setDeed(undefined)}>
            Dismiss
          </button>
        </p>
      )}
      <Shown of={read}>
        {(now) =>
          now.people.length === 0 && now.pools.length === 0 && now.work.every((each) => !each.holder) ? (
            <First add={edits ? () => setChanging({ what: 'add' }) : undefined} />
          ) : (
            <Overview now={now} change={edits ? setChanging : undefined} />
          )
        }
      </Shown>
      {changing?.what === 'add' && <ParticipantForm known={roles(read.value.value)} close={close} done={done} />}
      {changing?.what === 'change' && <ParticipantForm of={changing.person.participant} known={roles(read.value.value)} close={close} done={done} />}
      {changing?.what === 'remove' && <RemoveParticipant name={changing.person.name} has={[...changing.person.started, ...changing.person.allocated]} close={close} done={done} />}
      {changing?.what === 'pool' && <PoolForm of={changing.pool} close={close} done={done} />}
      {changing?.what === 'agent' && <AgentForm pool={changing.pool} of={changing.agent} close={close} done={done} />}
      {changing?.what === 'leave' && <RemoveAgent of={changing.agent} close={close} done={done} />}
    </div>
  );
}

function roles(now: Now | undefined): string[] {
  return [...new Set(now?.people.flatMap((each) => each.roles) ?? [])].sort();
}

/** What to do on a server that knows nobody. */
function First({ add }: { add: (() => void) | undefined }) {
  return (
    <Empty
      title="Nobody works here yet"
      actions={
        add && (
          <button type="button" class="primary" onClick={add}>
            Add a participant
          </button>
        )
      }
    >
      A <em>participant</em> is a person or program that does work; its roles say which. A <em>pool</em> assigns work to its <em>agents</em>, each qualified for tasks at a cost. Programs that fetch jobs need no entry
      here: they appear when they work.
    </Empty>
  );
}

function Overview({ now, change }: { now: Now; change: ((what: Changing) => void) | undefined }) {
  const everybody = persons(now);
  const wanted = parameter('participant');
  const role = parameter('role');
  const shown = everybody.filter((person) => (wanted === '' || person.name === wanted) && (role === '' || person.participant?.roles.includes(role)));
  return (
    <div class="column" style="gap: 16px">
      <form class="row" style="align-items: end" onSubmit={(event) => event.preventDefault()}>
        <Field label="Participant">
          {(id) => (
            <select id={id} value={wanted} onChange={(event) => setQuery({ participant: event.currentTarget.value })}>
              <option value="">all</option>
              {wanted !== '' && !everybody.some((each) => each.name === wanted) && <option>{wanted}</option>}
              {everybody.map((each) => (
                <option key={each.name}>{each.name}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Role">
          {(id) => (
            <select id={id} value={role} onChange={(event) => setQuery({ role: event.currentTarget.value })}>
              <option value="">all</option>
              {roles(now).map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
        {(wanted !== '' || role !== '') && (
          <button type="button" class="quiet" onClick={() => setQuery({ participant: null, role: null })}>
            Show all
          </button>
        )}
      </form>
      <Panel title="Who does what now">
        {shown.length === 0 ? (
          <p class="soft">{wanted !== '' ? `${wanted} is not a participant and has no work now. What was done under this name is below.` : 'Nobody has this role.'}</p>
        ) : (
          <People shown={shown} change={change} />
        )}
        {now.more && <p class="soft small">Only the first {MOST_WORK.toLocaleString()} open work items are counted.</p>}
      </Panel>
      <OverTime people={shown} wanted={wanted} only={role !== ''} />
      <Pools now={now} wanted={wanted} change={change} />
    </div>
  );
}

function People({ shown, change }: { shown: Person[]; change: ((what: Changing) => void) | undefined }) {
  const doing = (person: Person) => person.started[0] ?? person.allocated[0];
  const columns: Column<Person>[] = [
    { name: 'name', title: 'Name', width: 'minmax(90px, 1fr)', narrow: 'minmax(60px, 1fr)', cell: (row) => row.name, value: (row) => row.name },
    { name: 'roles', title: 'Roles', width: 'minmax(90px, 1fr)', cell: (row) => row.participant?.roles.join(', ') ?? <span class="soft">{row.pools.length > 0 ? `agent of ${row.pools.join(', ')}` : 'a program'}</span>, value: (row) => row.participant?.roles.join(' '), wideOnly: true },
    { name: 'state', title: 'State', width: '84px', cell: (row) => (row.started.length > 0 ? <State of="busy" tone="run" /> : row.allocated.length > 0 ? <State of="has work" tone="wait" /> : <State of="free" tone="done" />), value: (row) => (row.started.length > 0 ? 'busy' : row.allocated.length > 0 ? 'has work' : 'free') },
    { name: 'started', title: 'Started', width: '64px', number: true, cell: (row) => row.started.length, value: (row) => row.started.length, wideOnly: true },
    { name: 'allocated', title: 'Allocated', width: '72px', number: true, cell: (row) => row.allocated.length, value: (row) => row.allocated.length, wideOnly: true },
    { name: 'offered', title: 'Offered', width: '64px', number: true, cell: (row) => row.offered, value: (row) => row.offered, wideOnly: true },
    {
      name: 'doing',
      title: 'Works on',
      width: 'minmax(130px, 2fr)',
      cell: (row) => {
        const work = doing(row);
        return work ? (
          <>
            <a href={to.work(work.work)}>{work.task}</a> <span class="soft">of</span> <a href={to.case(work.case)}>{work.process} {work.case}</a>{' '}
            {row.started.length + row.allocated.length > 1 && <span class="soft">and {row.started.length + row.allocated.length - 1} more</span>}
          </>
        ) : (
          <span class="soft">nothing</span>
        );
      },
      value: (row) => doing(row)?.work,
    },
    { name: 'since', title: 'Since', width: '100px', cell: (row) => (doing(row) ? <Time at={doing(row)!.offered} /> : ''), value: (row) => doing(row)?.offered, wideOnly: true },
  ];
  if (change) {
    columns.push({
      name: 'change',
      title: 'Change',
      width: '130px',
      cell: (row) =>
        row.participant && (
          <span class="row" style="gap: 8px; flex-wrap: nowrap">
            <button type="button" class="quiet" aria-label={`Change ${row.name}`} onClick={() => change({ what: 'change', person: row })}>
              Change
            </button>
            <button type="button" class="quiet" aria-label={`Remove ${row.name}`} onClick={() => change({ what: 'remove', person: row })}>
              Remove
            </button>
          </span>
        ),
      wideOnly: true,
    });
  }
  return <Table label="Participants" sortable columns={columns} rows={shown} id={(row) => row.name} href={(row) => `/agents?participant=${part(row.name)}`} height="480px" file="participants" />;
}

/** The Gantt chart, and how much of the period each worked. */
function OverTime({ people, wanted, only }: { people: Person[]; wanted: string; only: boolean }) {
  const { from, until, length, live } = period('1h');
  const by = parameter('by') === 'task' ? 'task' : 'process';
  const read = useLoad((stop) => activity(from, until, wanted, stop), [Math.floor(until / Math.max(10_000, length / 100)), length, wanted], live ? { kinds: ['WorkStarted', 'WorkCompleted', 'WorkFailed', 'WorkWithdrawn', 'WorkSuspended'] } : undefined, 2_000);
  return (
    <>
      <Panel
        title="Who did what when"
        actions={
          <label class="row small">
            Colours by
            <select value={by} aria-label="Colours by" onChange={(event) => setQuery({ by: event.currentTarget.value === 'task' ? 'task' : null })}>
              <option>process</option>
              <option>task</option>
            </select>
          </label>
        }
      >
        <div style="margin-bottom: 8px">
          <Period usual="1h" />
        </div>
        {/* The place of the chart is kept free until it is read. */}
        <div style={{ minHeight: `${Math.min(people.length, 12) * 28 + 52}px` }}>
          <Shown of={read}>
            {({ items, more }) => {
              const known = people.map((each) => each.name);
              const others = only ? [] : [...new Set(items.map((each) => each.participant))].filter((name) => !known.includes(name) && (wanted === '' || name === wanted)).sort();
              const rows = [...known, ...others].map((name) => ({ id: name, title: name, href: `/agents?participant=${part(name)}` }));
              const bars: Bar[] = items.map((each) => ({
                id: `${each.work} ${each.from}`,
                row: each.participant,
                from: millis(each.started ?? each.from),
                ...(each.to === undefined ? {} : { to: millis(each.to) }),
                title: each.task,
                group: by === 'task' ? each.task : (each.process ?? 'work'),
                href: to.case(each.case),
                facts: [...(each.process ? ([['process', each.process]] as [string, string][]) : []), ['case', each.case], ...(each.state ? ([['state', each.state]] as [string, string][]) : [])],
              }));
              return (
                <>
                  <Gantt label="Work over time" rows={rows} bars={bars} from={from} until={until} />
                  {items.length === 0 && <p class="soft">Nobody worked in this period. Choose a longer one, or an earlier one.</p>}
                  {more && <p class="soft small">There was more work than is drawn: choose a shorter period or one participant.</p>}
                </>
              );
            }}
          </Shown>
        </div>
      </Panel>
      <div class="split" style="grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr))">
        <Panel title="Load now">
          <Bars
            label="Work items that each has"
            series={['started', 'allocated']}
            stacked
            rows={[...people]
              .sort((a, b) => b.started.length + b.allocated.length - a.started.length - a.allocated.length)
              .slice(0, 20)
              .map((each) => ({ name: each.name, href: `/work?participant=${part(each.name)}`, values: [{ y: each.started.length }, { y: each.allocated.length }] }))}
            empty="Nobody has work."
          />
        </Panel>
        <Panel title="Load in the period">
          <Shown of={read}>
            {({ items }) => (
              <Bars
                label="Share of the time in which each worked"
                measure={share}
                most={1}
                rows={[...utilisation(items, from, until)]
                  .filter(([name]) => !only || people.some((each) => each.name === name))
                  .sort((a, b) => b[1] - a[1])
                  .slice(0, 20)
                  .map(([name, value]) => ({ name, href: `/agents?participant=${part(name)}`, values: [{ y: value }] }))}
                empty="Nobody worked in this period."
              />
            )}
          </Shown>
        </Panel>
      </div>
    </>
  );
}

/** Why work waits for an agent of a pool, in a sentence. */
function whyWaits({ pool, agents }: PoolRead): string {
  if (pool.trouble) {
    return pool.trouble;
  }
  const there = agents.filter((agent) => agent.state === 'idle' || agent.state === 'busy');
  if (agents.length === 0) {
    return 'The pool has no agent.';
  }
  if (there.length === 0) {
    return 'All agents are away.';
  }
  if (pool.strategy === 'offer') {
    return 'Qualified agents claim this work themselves, and nobody has yet.';
  }
  return there.every((agent) => agent.state === 'busy') ? 'All agents are busy.' : 'No free agent is qualified and allowed to do it.';
}

function Pools({ now, wanted, change }: { now: Now; wanted: string; change: ((what: Changing) => void) | undefined }) {
  const shown = now.pools.filter(({ agents }) => wanted === '' || agents.some((agent) => agent.agent === wanted));
  if (shown.length === 0) {
    return wanted !== '' ? null : (
      <Panel title="Pools">
        <p class="soft">
          There is no pool. A pool assigns work to its agents by cost, in turn or by the shortest queue, instead of offering it to everybody with a role. Define one, or name agents in a net of facts:{' '}
          <code>agent(anna). qualified(anna, review, 2).</code>
        </p>
      </Panel>
    );
  }
  return (
    <>
      {shown.map((read) => (
        <Panel
          key={read.pool.pool}
          title={`Pool ${read.pool.pool}`}
          actions={
            change && (
              <Menu
                label="Change"
                choices={[
                  { label: 'How it divides work …', act: () => change({ what: 'pool', pool: read.pool }) },
                  { label: 'Add an agent …', act: () => change({ what: 'agent', pool: read.pool.pool }) },
                ]}
              />
            )
          }
        >
          <p class="soft" style="margin-bottom: 8px">
            By {read.pool.strategy}
            {read.pool.limit < 1_000_000 ? `, at most ${read.pool.limit} work ${read.pool.limit === 1 ? 'item' : 'items'} an agent` : ''}: {read.pool.idle} of {read.pool.agents} idle, {read.pool.busy} busy.
          </p>
          <div class="split" style="grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr))">
            <div>
              <h3>Agents</h3>
              {read.agents.length === 0 && <p class="soft">None yet: work of this pool waits until there is one.</p>}
              <ul class="plain column" style="gap: 6px; margin-top: 4px">
                {read.agents.map((agent) => (
                  <li key={agent.agent} class="row">
                    <a href={`/agents?participant=${part(agent.agent)}`}>{agent.agent}</a>
                    <State of={agent.state} tone={agent.state === 'busy' ? 'run' : agent.state === 'idle' ? 'done' : 'off'} />
                    {agent.has.slice(0, 2).map((held) => (
                      <span key={held.work}>
                        <a href={to.case(held.case)}>
                          {held.task} of {held.process} {held.case}
                        </a>{' '}
                        <span class="soft small">
                          since <Time at={held.since} />
                        </span>
                      </span>
                    ))}
                    {agent.has.length > 2 && <span class="soft">and {agent.has.length - 2} more</span>}
                    {change && (
                      <span class="far row">
                        <button type="button" class="quiet" aria-label={`Change ${agent.agent} in ${agent.pool}`} onClick={() => change({ what: 'agent', pool: agent.pool, agent })}>
                          Change
                        </button>
                        <button type="button" class="quiet" aria-label={`Remove ${agent.agent} from ${agent.pool}`} onClick={() => change({ what: 'leave', agent })}>
                          Remove
                        </button>
                      </span>
                    )}
                  </li>
                ))}
              </ul>
            </div>
            <div>
              <h3>Work that waits for an agent</h3>
              {read.waiting.length === 0 ? (
                <p class="soft">None.</p>
              ) : (
                <>
                  <p>
                    <State of="waiting" /> {whyWaits(read)} <span class="soft">{Object.entries(read.pool.waiting).map(([task, count]) => `${task} ${count}`).join(', ')}</span>
                  </p>
                  <ul class="plain column" style="gap: 6px; margin-top: 4px">
                    {read.waiting.slice(0, 12).map((work) => (
                      <li key={work.work} class="row">
                        <a href={to.work(work.work)}>{work.task}</a>
                        <a href={to.case(work.case)}>
                          {work.process} {work.case}
                        </a>
                        <span class="soft small">
                          since <Time at={work.since} />, priority {work.priority}
                        </span>
                        <a class="far" href={`${to.case(work.case)}?why=${part(work.task)}`}>
                          why?
                        </a>
                      </li>
                    ))}
                    {read.waiting.length > 12 && (
                      <li class="soft">
                        and {read.waiting.length - 12}
                        {read.waiting.length === 50 ? ' or more' : ''} others
                      </li>
                    )}
                  </ul>
                </>
              )}
            </div>
          </div>
        </Panel>
      ))}
    </>
  );
}
