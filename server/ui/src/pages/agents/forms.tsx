/** Forms that change participants, pools and agents; each says what follows before it does it. */
import { useState } from 'preact/hooks';
import { asProblem, get, part, post, put, remove, type Problem as ProblemData } from '../../lib/api';
import { useLoad } from '../../lib/load';
import type { Json, Page, Participant, ProcessVersion, Work } from '../../lib/types';
import { Dialog, Field, Problem } from '../../parts/basics';

/** A pool as the server shows it. */
export interface Pool {
  pool: string;
  strategy: string;
  limit: number;
  agents: number;
  idle: number;
  busy: number;
  waiting: Record<string, number>;
  trouble?: string;
}

/** What an agent can do, and at what cost. */
export interface Qualification {
  task: string;
  process?: string;
  cost?: number;
}

/** An agent of a pool. */
export interface Agent {
  pool: string;
  agent: string;
  state: 'idle' | 'busy' | 'away' | 'leaving';
  has: { work: string; case: string; process: string; task: string; since: string }[];
  released?: string;
  roles?: string[];
  qualifications?: Qualification[];
}

/** Words separated by commas or blanks. */
export function listed(text: string): string[] {
  return [...new Set(text.split(/[,\s]+/).filter(Boolean))];
}

/** What was done, and where the history shows it. */
export interface Deed {
  words: string;
  goal: string;
}

interface FormProps {
  close: () => void;
  done: (deed: Deed) => void;
}

/** An atom of a question. */
export function atom(text: string): string {
  return /^[a-z][A-Za-z0-9_]*$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
}

/** Sends something, and keeps why it was refused. */
function useDeed(close: () => void, done: (deed: Deed) => void) {
  const [problem, setProblem] = useState<ProblemData>();
  const [busy, setBusy] = useState(false);
  const act = async (deed: Deed, send: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      await send();
      close();
      done(deed);
    } catch (failure) {
      setProblem(asProblem(failure));
    } finally {
      setBusy(false);
    }
  };
  return { problem, busy, act };
}

/** The reason of a change, for the history. */
function Why({ reason, setReason }: { reason: string; setReason: (text: string) => void }) {
  return <Field label="Reason (for the history)">{(id) => <input id={id} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />}</Field>;
}

/** Adds a participant, or changes roles and capabilities of one. */
export function ParticipantForm({ of, known, close, done }: FormProps & { of?: Participant | undefined; known: string[] }) {
  const [name, setName] = useState(of?.name ?? '');
  const [roles, setRoles] = useState(of?.roles.join(', ') ?? '');
  const [capabilities, setCapabilities] = useState(of?.capabilities.join(', ') ?? '');
  const [reason, setReason] = useState('');
  const { problem, busy, act } = useDeed(close, done);
  const submit = (event: Event) => {
    event.preventDefault();
    void act({ words: of ? `${name} was changed.` : `${name} was added.`, goal: `happened(enrol(${atom(name)}), Time)` }, () =>
      put(`/participants/${part(name.trim())}`, { roles: listed(roles), capabilities: listed(capabilities) }, { reason }),
    );
  };
  return (
    <Dialog title={of ? `Change ${of.name}` : 'Add a participant'} close={close}>
      <p class="soft">A participant is a person or program that does work. Work for a role is offered to everybody who has it.</p>
      <form class="column" onSubmit={submit}>
        {!of && <Field label="Name">{(id) => <input id={id} required autoFocus value={name} onInput={(event) => setName(event.currentTarget.value)} />}</Field>}
        <Field label="Roles" hint={known.length > 0 ? `Separated by commas. Roles of others: ${known.join(', ')}` : 'Separated by commas, such as clerk, expert'}>
          {(id, described) => <input id={id} {...described} value={roles} onInput={(event) => setRoles(event.currentTarget.value)} />}
        </Field>
        <Field label="Capabilities (may be empty)" hint="What they can do beyond their roles; tasks can ask for them.">
          {(id, described) => <input id={id} {...described} value={capabilities} onInput={(event) => setCapabilities(event.currentTarget.value)} />}
        </Field>
        <Why reason={reason} setReason={setReason} />
        <Problem of={problem} />
        <div class="row">
          <button class="primary" type="submit" disabled={busy || name.trim() === ''}>
            {of ? 'Save' : 'Add'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Removes a participant; says first what work they have. */
export function RemoveParticipant({ name, has, close, done }: FormProps & { name: string; has: Work[] }) {
  const [reason, setReason] = useState('');
  const { problem, busy, act } = useDeed(close, done);
  return (
    <Dialog title={`Remove ${name}`} close={close}>
      <p>
        {has.length === 0 ? `${name} has no work. No work is offered to ${name} any more.` : `${name} has ${has.length} work ${has.length === 1 ? 'item' : 'items'}, which ${has.length === 1 ? 'goes' : 'go'} back to those they were offered to:`}
      </p>
      {has.length > 0 && (
        <ul style="margin: 0; padding-left: 20px">
          {has.slice(0, 8).map((work) => (
            <li key={work.work}>
              {work.task} of {work.process} {work.case}, {work.state}
            </li>
          ))}
          {has.length > 8 && <li>and {has.length - 8} more</li>}
        </ul>
      )}
      <p class="soft">The history keeps what {name} did.</p>
      <Why reason={reason} setReason={setReason} />
      <Problem of={problem} />
      <div class="row">
        <button type="button" class="danger" disabled={busy} onClick={() => void act({ words: `${name} was removed.`, goal: `happened(leave(${atom(name)}), Time)` }, () => remove(`/participants/${part(name)}`, { reason }))}>
          Remove {name}
        </button>
      </div>
    </Dialog>
  );
}

const STRATEGIES: [string, string][] = [
  ['cheapest', 'the cheapest agent who is free'],
  ['offer', 'no agent: those who are qualified claim it themselves'],
  ['round_robin', 'the agents in turn'],
  ['shortest_queue', 'the agent with the fewest work items'],
  ['least_recently_used', 'the agent whose last work is the longest ago'],
];

/** Defines a pool, or changes how it divides work. */
export function PoolForm({ of, close, done }: FormProps & { of?: Pool | undefined }) {
  const [name, setName] = useState(of?.pool ?? '');
  const [strategy, setStrategy] = useState(of?.strategy ?? 'cheapest');
  const [limit, setLimit] = useState(of && of.limit < 1_000_000 ? String(of.limit) : '');
  const [reason, setReason] = useState('');
  const { problem, busy, act } = useDeed(close, done);
  const names = STRATEGIES.some(([each]) => each === strategy) ? STRATEGIES : [...STRATEGIES, [strategy, 'a strategy of this server'] as [string, string]];
  const submit = (event: Event) => {
    event.preventDefault();
    void act({ words: of ? `The pool ${name} was changed.` : `The pool ${name} was defined.`, goal: 'holds_now(qualified(Agent, Task, Cost))' }, () =>
      put(`/pools/${part(name.trim())}`, { strategy, ...(limit === '' ? {} : { limit: Number(limit) }) }, { reason }),
    );
  };
  return (
    <Dialog title={of ? `Change the pool ${of.pool}` : 'Define a pool'} close={close}>
      <p class="soft">A pool assigns work to its agents: a process names the pool, the engine finds the agent.</p>
      <form class="column" onSubmit={submit}>
        {!of && (
          <Field label="Name" hint="As tasks name it, such as allocation(review, clerks) in a net of facts.">
            {(id, described) => <input id={id} {...described} required autoFocus value={name} onInput={(event) => setName(event.currentTarget.value)} />}
          </Field>
        )}
        <Field label="Work goes to">
          {(id) => (
            <select id={id} value={strategy} onChange={(event) => setStrategy(event.currentTarget.value)}>
              {names.map(([each, words]) => (
                <option key={each} value={each}>
                  {each}: {words}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Work items of an agent at a time (may be empty)" hint="Empty: as the strategy has it.">
          {(id, described) => <input id={id} {...described} type="number" min="1" value={limit} onInput={(event) => setLimit(event.currentTarget.value)} />}
        </Field>
        <Why reason={reason} setReason={setReason} />
        <Problem of={problem} />
        <div>
          <button class="primary" type="submit" disabled={busy || name.trim() === ''}>
            {of ? 'Save' : 'Define'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** What the history knows of an agent's qualifications: the list of agents does not have them on every server. */
async function qualifications(agent: string, stop: AbortSignal): Promise<Qualification[]> {
  const answer = await post<{ answers: Record<string, Json>[] }>('/questions', { goal: `holds_now(qualified(${atom(agent)}, Task, Cost))`, most: 200 }, { signal: stop });
  return answer.answers.map((each) => ({ task: each['Task'] === 'any' ? '*' : String(each['Task']), cost: Number(each['Cost']) }));
}

/** Adds an agent to a pool, or replaces it: what it can do, at what cost, and whether it is there. */
export function AgentForm({ pool, of, close, done }: FormProps & { pool: string; of?: Agent | undefined }) {
  const [name, setName] = useState(of?.agent ?? '');
  const [present, setPresent] = useState(of?.state !== 'away');
  const [roles, setRoles] = useState(of?.roles?.join(', ') ?? '');
  const [rows, setRows] = useState<Qualification[] | undefined>(of ? of.qualifications : [{ task: '*', cost: 0 }]);
  const [reason, setReason] = useState('');
  const { problem, busy, act } = useDeed(close, done);
  const people = useLoad<Page<Participant>>((stop) => get('/participants', { limit: 1000 }, stop), []);
  const processes = useLoad<Page<ProcessVersion>>((stop) => get('/processes', { limit: 1000 }, stop), []);
  const known = useLoad<Qualification[]>((stop) => (of && !of.qualifications ? qualifications(of.agent, stop).catch(() => []) : Promise.resolve([])), []);
  const shown = rows ?? known.value.value ?? [];
  const change = (at: number, next: Partial<Qualification>) => setRows(shown.map((row, i) => (i === at ? { ...row, ...next } : row)));
  const submit = (event: Event) => {
    event.preventDefault();
    const body = {
      present,
      roles: listed(roles),
      qualifications: shown.filter((row) => row.task.trim() !== '').map((row) => ({ task: row.task.trim() === '*' ? '' : row.task.trim(), process: row.process ?? '', cost: row.cost ?? 0 })),
    };
    void act({ words: of ? `${name} was changed.` : `${name} was added to ${pool}.`, goal: `holds_now(qualified(${atom(name)}, Task, Cost))` }, () => put(`/pools/${part(pool)}/agents/${part(name.trim())}`, body, { reason }));
  };
  return (
    <Dialog title={of ? `Change ${of.agent} in ${pool}` : `Add an agent to ${pool}`} close={close}>
      <form class="column" onSubmit={submit}>
        {!of && (
          <Field label="Name" hint="A participant, or a program of this name.">
            {(id, described) => (
              <>
                <input id={id} {...described} required autoFocus list="agent-names" value={name} onInput={(event) => setName(event.currentTarget.value)} />
                <datalist id="agent-names">
                  {people.value.value?.items.map((each) => <option key={each.name} value={each.name} />)}
                </datalist>
              </>
            )}
          </Field>
        )}
        <fieldset class="column" style="gap: 8px; margin: 0; padding: 12px; border: 1px solid var(--line); border-radius: 4px">
          <legend>Qualified for</legend>
          {shown.length === 0 && <p class="soft">Nothing: the pool gives it no work.</p>}
          {shown.map((row, i) => (
            <div class="row" key={i}>
              <input aria-label={`Task ${i + 1}`} placeholder="task, or * for all" value={row.task} onInput={(event) => change(i, { task: event.currentTarget.value })} style="flex: 2 1 120px; min-width: 0" />
              <select aria-label={`Process of task ${i + 1}`} value={row.process ?? ''} onChange={(event) => change(i, { process: event.currentTarget.value })}>
                <option value="">all processes</option>
                {processes.value.value?.items.map((each) => <option key={each.process}>{each.process}</option>)}
              </select>
              <input aria-label={`Cost of task ${i + 1}`} type="number" step="any" min="0" value={row.cost ?? 0} onInput={(event) => change(i, { cost: Number(event.currentTarget.value) })} style="width: 88px" />
              <button type="button" onClick={() => setRows(shown.filter((_, at) => at !== i))} aria-label={`Remove task ${i + 1}`}>
                Remove
              </button>
            </div>
          ))}
          <div>
            <button type="button" onClick={() => setRows([...shown, { task: '', cost: 0 }])}>
              Add a task
            </button>
          </div>
        </fieldset>
        <Field label="Roles in this pool (may be empty)" hint="In addition to those of the participant of the same name.">
          {(id, described) => <input id={id} {...described} value={roles} onInput={(event) => setRoles(event.currentTarget.value)} />}
        </Field>
        <label class="row">
          <input type="checkbox" checked={present} onChange={(event) => setPresent(event.currentTarget.checked)} /> takes work now
        </label>
        <Why reason={reason} setReason={setReason} />
        <Problem of={problem} />
        <div>
          <button class="primary" type="submit" disabled={busy || name.trim() === ''}>
            {of ? 'Save' : 'Add'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Removes an agent from its pool. */
export function RemoveAgent({ of, close, done }: FormProps & { of: Agent }) {
  const [reason, setReason] = useState('');
  const { problem, busy, act } = useDeed(close, done);
  return (
    <Dialog title={`Remove ${of.agent} from ${of.pool}`} close={close}>
      <p>{of.has.length === 0 ? `${of.agent} has no work of this pool.` : `${of.agent} has ${of.has.length} work ${of.has.length === 1 ? 'item' : 'items'}. What it has begun it finishes; the rest goes to other agents.`}</p>
      <Why reason={reason} setReason={setReason} />
      <Problem of={problem} />
      <div>
        <button type="button" class="danger" disabled={busy} onClick={() => void act({ words: `${of.agent} was removed from ${of.pool}.`, goal: `happened(assign(${atom(of.agent)}, Task, Case), Time)` }, () => remove(`/pools/${part(of.pool)}/agents/${part(of.agent)}`, { reason }))}>
          Remove {of.agent}
        </button>
      </div>
    </Dialog>
  );
}
