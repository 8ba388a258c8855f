/** Work: a list at the left, the item with its form at the right, nothing else. The list stays when an item opens. */
import './work/work.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { asProblem, get, isFinal, type Problem as ProblemData } from '../lib/api';
import { serverNow } from '../lib/clock';
import { useDerived, useLoad } from '../lib/load';
import { go, parameter, query, setQuery, to } from '../lib/router';
import { actAs, actor, key, may, me, myName, tenant } from '../lib/session';
import { useShortcuts } from '../lib/shortcuts';
import { clock, now } from '../lib/time';
import type { Page, Participant, ProcessVersion, Work } from '../lib/types';
import { Empty, Field, Problem, Tabs } from '../parts/basics';
import { claimNext, Dialogs } from './work/dialogs';
import { Item, type Asked } from './work/item';
import { askKeys, caseKeys, rootOf, seesCases } from './work/keys';
import { fits, grouped, needsSomebody, type Wanted } from './work/order';
import { Rows } from './work/rows';
import { MOST, useWorklist } from './work/worklist';

const STATES = ['offered', 'allocated', 'started', 'suspended'];
const WORK_EVENTS = ['WorkOffered', 'WorkAllocated', 'WorkReleased', 'WorkCompleted', 'WorkFailed', 'WorkWithdrawn', 'WorkDelegated', 'CaseCancelled'];
/** How many cases are asked for their keys when somebody looks for one. */
const SOUGHT = 500;
const FILTERS = ['process', 'task', 'state', 'case', 'late', 'text'] as const;

interface Counts {
  mine?: number | undefined;
  team?: number | undefined;
  all?: number | undefined;
}

/** How many items are read to count those of a team: the server counts what is offered to a role, but not what somebody of the team has. */
const COUNTED = 300;

async function counts(name: string, role: string, stop: AbortSignal): Promise<Counts> {
  const [mine, all] = await Promise.all([
    name === '' ? undefined : get<Page<Work>>('/work', { participant: name, limit: 1, count: true }, stop),
    get<Page<Work>>('/work', { limit: COUNTED, count: true }, stop),
  ]);
  return { mine: mine?.count, team: all.cursor === undefined ? all.items.filter((work) => isOf(work, role)).length : undefined, all: all.count };
}

/** Whether work is for a role, whoever has it. */
function isOf(work: Work, role: string): boolean {
  return work.by === 'people' && (work.roles?.includes(role) ?? false);
}

export default function WorkPage({ of }: { of: Record<string, string> }) {
  const open = of['work'] ?? '';
  const name = myName();
  const everybody = seesCases();
  const people = useLoad<Participant[]>(async (stop) => (everybody ? (await get<Page<Participant>>('/participants', { limit: 1000 }, stop)).items : []), [everybody]);
  const staff = people.value.value ?? [];
  const mine = staff.find((each) => each.name === name);
  const roles = [...new Set(staff.flatMap((each) => each.roles))].sort();
  const role = parameter('role') || mine?.roles[0] || roles[0] || '';
  const asked = parameter('list');
  const list = !everybody ? 'mine' : asked === 'team' || asked === 'all' || asked === 'mine' ? asked : name === '' ? 'all' : 'mine';
  const wanted: Wanted = { process: parameter('process'), task: parameter('task'), state: parameter('state'), case: parameter('case'), late: parameter('late') === 'true', text: parameter('text') };

  const waitsForRoles = list === 'team' && people.value.value === undefined;
  const watched = list === 'mine' ? (name === '' ? null : { participant: name }) : list === 'team' ? (waitsForRoles || role === '' ? null : {}) : { process: wanted.process, task: wanted.task };
  const worklist = useWorklist(watched, [JSON.stringify(watched), actor.value, key.value, tenant.value]);
  const numbers = useLoad<Counts>((stop) => (everybody ? counts(name, role, stop) : Promise.resolve({})), [everybody, name, role], everybody ? { kinds: WORK_EVENTS } : undefined, 2_000);

  const items = worklist.items.value;
  // What is late changes with time: once a minute is enough for that.
  const minute = useDerived(() => Math.floor(now.value / 60_000)).value;
  const keys = caseKeys.value;
  const all = useMemo(() => [...(items?.values() ?? [])].filter((work) => (list === 'team' ? isOf(work, role) : needsSomebody(work))), [items, list, role]);
  const sought = wanted.text !== '' || wanted.case !== '';
  useEffect(() => {
    if (sought) {
      askKeys(all.slice(0, SOUGHT).map((work) => work.case));
    }
  }, [sought, all]);
  const groups = useMemo(() => {
    const instant = serverNow();
    return grouped(all.filter((work) => fits(work, wanted, instant, keys.get(rootOf(work.case)) ?? '')), instant);
  }, [all, JSON.stringify(wanted), minute, sought ? keys : null]);
  const flat = groups.flatMap((group) => group.items);
  const search = query.value.toString();
  const href = (work: Work) => to.work(work.work) + (search === '' ? '' : `?${search}`);
  const back = `/work${search === '' ? '' : `?${search}`}`;

  const [dialog, setDialog] = useState<{ what: Asked; item: Work }>();
  const [note, setNote] = useState<{ sentence: string; case?: string }>();
  const [claiming, setClaiming] = useState(false);
  const [problem, setProblem] = useState<ProblemData>();
  const does = may('operator', 'administrator', 'participant');

  const step = (by: number) => {
    const at = flat.findIndex((work) => work.work === open);
    const next = flat[at < 0 ? 0 : at + by];
    if (next) {
      go(href(next), { keepScroll: true });
    }
  };
  const completed = (item: Work) => {
    const at = flat.findIndex((work) => work.work === item.work);
    const next = flat[at + 1] ?? flat[at - 1];
    setNote({ sentence: `${item.task} of ${keys.get(rootOf(item.case)) || `case ${item.case}`} completed · it cannot be undone`, case: item.case });
    go(next && at >= 0 ? href(next) : back, { keepScroll: true });
  };
  const giveNext = async () => {
    setClaiming(true);
    setProblem(undefined);
    try {
      const claimed = await claimNext(wanted.process, wanted.task);
      if (claimed) {
        setNote(undefined);
        go(href(claimed), { keepScroll: true });
      } else {
        setNote({ sentence: `Nothing is left for you to claim${wanted.process || wanted.task ? ' under these filters' : ''}.` });
      }
    } catch (failure) {
      setProblem(asProblem(failure));
    } finally {
      setClaiming(false);
    }
  };
  useShortcuts(
    [
      { keys: 'j', about: 'Open the next work item', act: () => step(1) },
      { keys: 'k', about: 'Open the work item before', act: () => step(-1) },
      { keys: 'n', about: 'Claim the next work item', act: () => does && name !== '' && void giveNext() },
    ],
    [flat.map((work) => work.work).join(), open, name, search],
  );
  useEffect(() => setProblem(undefined), [open]);

  const count = (which: keyof Counts) => (which === list && items && all.length < MOST && (list !== 'all' || (wanted.process === '' && wanted.task === '')) ? all.length : numbers.value.value?.[which]);
  const title = (words: string, which: keyof Counts) => (
    <>
      {words} {count(which) !== undefined && <span class="soft">{count(which)!.toLocaleString()}</span>}
    </>
  );
  const since = worklist.brokenSince.value;
  return (
    <div class={open === '' ? 'work' : 'work opened'}>
      <div class="work-top">
        <h1>Work</h1>
        {everybody ? (
          <Tabs
            label="Lists"
            names={[
              ['mine', title('My list', 'mine')],
              ['team', title('Team', 'team')],
              ['all', title('Everything', 'all')],
            ]}
            chosen={list}
            choose={(next) => setQuery({ list: next }, false)}
          />
        ) : (
          <span class="soft">{count('mine') === undefined ? '' : `${count('mine')!.toLocaleString()} for you`}</span>
        )}
        {does && name !== '' && (
          <button type="button" class="next" disabled={claiming} onClick={() => void giveNext()} title="n">
            {claiming ? 'Claiming …' : 'Give me the next'}
          </button>
        )}
      </div>
      <div class="work-left">
        <Filters all={all} list={list} wanted={wanted} role={role} roles={roles} shown={flat.length} />
        {since && (
          <p class="work-broken small" role="status">
            Not live since {clock(since.getTime())}, reconnecting.
          </p>
        )}
        {worklist.problem.value && isFinal(worklist.problem.value) && <p class="small">This list cannot be shown to you{items === undefined ? '' : ' any more: what you see is what it was before'}. The page does not try again by itself.</p>}
        <Problem of={worklist.problem.value} again={worklist.again} />
        {list === 'mine' && name === '' ? (
          <WhoAreYou staff={staff} />
        ) : items === undefined ? null : flat.length === 0 ? (
          <Nothing list={list} role={role} filtered={all.length > 0} />
        ) : (
          <Rows groups={groups} open={open} me={name} href={href} stale={since !== undefined} />
        )}
        {all.length >= MOST && <p class="small soft">The {MOST.toLocaleString()} most urgent items are here. Filter by process or case to see others.</p>}
      </div>
      <div class="work-right">
        {open !== '' && (
          <a class="button work-back" href={back}>
            Back to the list
          </a>
        )}
        <Problem of={problem} />
        {note && (
          <p class="work-done row" role="status">
            <span>{note.sentence}</span>
            {note.case !== undefined && seesCases() && <a href={to.case(note.case)}>See the case</a>}
            <button type="button" class="quiet far" onClick={() => setNote(undefined)}>
              Hide
            </button>
          </p>
        )}
        {open === '' ? (
          flat.length > 0 && <p class="soft work-none">Choose a work item on the left, with the mouse or with the keys j and k.</p>
        ) : (
          <Item key={open + name} id={open} listed={items?.get(open)} me={name} ask={(what, item) => setDialog({ what, item })} completed={completed} />
        )}
      </div>
      {dialog && <Dialogs what={dialog.what} item={dialog.item} me={name} close={() => setDialog(undefined)} done={(sentence) => setNote({ sentence, case: dialog.item.case })} />}
    </div>
  );
}

/** What is shown of a list: everything that narrows it is in the address. */
function Filters({ all, list, wanted, role, roles, shown }: { all: Work[]; list: string; wanted: Wanted; role: string; roles: string[]; shown: number }) {
  const processes = useLoad<Page<ProcessVersion>>((stop) => get('/processes', { limit: 1000 }, stop), []);
  const active = FILTERS.filter((name) => name !== 'text' && parameter(name) !== '').length;
  const [more, setMore] = useState(active > 0);
  const names = [...new Set([...all.map((work) => work.process), ...(list === 'all' ? (processes.value.value?.items.map((each) => each.process) ?? []) : []), wanted.process])].filter(Boolean).sort();
  const tasks = [...new Set([...all.filter((work) => wanted.process === '' || work.process === wanted.process).map((work) => work.task), wanted.task])].filter(Boolean).sort();
  const choice = (name: 'process' | 'task' | 'state', label: string, values: string[], any: string) => (
    <Field label={label}>
      {(id) => (
        <select id={id} value={wanted[name]} onChange={(event) => setQuery({ [name]: event.currentTarget.value })}>
          <option value="">{any}</option>
          {values.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <form class="work-filters" role="search" aria-label="Filter work" onSubmit={(event) => event.preventDefault()}>
      {list === 'team' && roles.length > 0 && (
        <Field label="Role">
          {(id) => (
            <select id={id} value={role} onChange={(event) => setQuery({ role: event.currentTarget.value })}>
              {roles.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          )}
        </Field>
      )}
      <div class="row">
        <input class="find" type="search" aria-label="Find in the list" placeholder="Find: task, case, key, data" value={wanted.text} onInput={(event) => setQuery({ text: event.currentTarget.value })} />
        <button type="button" aria-expanded={more} onClick={() => setMore(!more)}>
          Filter{active > 0 ? ` (${active})` : ''}
        </button>
      </div>
      {more && (
        <div class="more">
          {choice('process', 'Process', names, 'all')}
          {choice('task', 'Task', tasks, 'all')}
          {choice('state', 'State', STATES, 'any')}
          <Field label="Case or key">{(id) => <input id={id} value={wanted.case} placeholder="62" onInput={(event) => setQuery({ case: event.currentTarget.value.trim() })} />}</Field>
          <label class="row">
            <input type="checkbox" checked={wanted.late} onChange={(event) => setQuery({ late: event.currentTarget.checked ? 'true' : null })} /> only late
          </label>
        </div>
      )}
      {(active > 0 || wanted.text !== '') && (
        <p class="small row">
          <span class="soft" role="status">
            {shown.toLocaleString()} of {all.length.toLocaleString()} shown
          </span>
          <button type="button" class="quiet" onClick={() => setQuery(Object.fromEntries(FILTERS.map((name) => [name, null])))}>
            Show all
          </button>
        </p>
      )}
    </form>
  );
}

function Nothing({ list, role, filtered }: { list: string; role: string; filtered: boolean }) {
  if (filtered) {
    return (
      <Empty title="No work fits" actions={<button type="button" onClick={() => setQuery(Object.fromEntries(FILTERS.map((name) => [name, null])))}>Show all</button>}>
        The filters leave nothing of this list.
      </Empty>
    );
  }
  if (list === 'team' && role === '') {
    return (
      <Empty title="Nobody has a role yet" actions={<a class="button" href="/agents">Go to Agents</a>}>
        Give participants roles to see the work of a team.
      </Empty>
    );
  }
  return (
    <Empty title={list === 'mine' ? 'Nothing waits for you' : list === 'team' ? `Nothing waits for role ${role}` : 'No work is open'} {...(may('operator', 'administrator', 'designer', 'participant') ? { actions: <a class="button" href="/processes">Start a case</a> } : {})}>
      {list === 'mine' ? 'Work that you have, or may take, appears here by itself.' : 'Work appears here by itself when a case comes to a task for people.'}
    </Empty>
  );
}

/** Security is off, and nobody is chosen yet. */
function WhoAreYou({ staff }: { staff: Participant[] }) {
  const [name, setName] = useState('');
  return (
    <form
      class="work-who column"
      onSubmit={(event) => {
        event.preventDefault();
        actAs(name);
      }}
    >
      <h2>Who are you?</h2>
      <p class="soft">Your list is the work that you have or may take. {me.value?.security === true ? '' : 'Security is off on this server, so you say who you are; the history shows that name.'}</p>
      {staff.length > 0 && staff.length <= 24 && (
        <div class="row" role="group" aria-label="People who work here">
          {staff.map((each) => (
            <button key={each.name} type="button" onClick={() => actAs(each.name)}>
              {each.name} <span class="soft small">{each.roles.join(', ')}</span>
            </button>
          ))}
        </div>
      )}
      <Field label="Name">{(id) => <input id={id} value={name} autocomplete="off" onInput={(event) => setName(event.currentTarget.value)} />}</Field>
      <div class="row">
        <button type="submit" class="primary" disabled={name.trim() === ''}>
          Show my list
        </button>
      </div>
    </form>
  );
}
