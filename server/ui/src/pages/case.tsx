/** One case: its picture, and everything about it at one moment, which the time bar moves. */
import './case/case.css';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useSignal } from '@preact/signals';
import type { PageProps } from '../app';
import { asProblem, get, getTagged, part } from '../lib/api';
import { writeExactly } from '../lib/exact';
import { at as under, keyed } from '../lib/keyed';
import { useLoad } from '../lib/load';
import { recall } from '../lib/recall';
import { parameter, setQuery, to } from '../lib/router';
import { may } from '../lib/session';
import { useShortcuts } from '../lib/shortcuts';
import { ago, exact, millis, now, span } from '../lib/time';
import type { CaseDetails, Figure, Json, Marks, Reason } from '../lib/types';
import { Id, Menu, Panel, Problem, save, State, Title } from '../parts/basics';
import { concerns, EventList, GROUPS, groupOf, groupOfTurn, taskOf, type Group, type TurnRow } from '../parts/events';
import type { Look } from '../parts/picture/words';
import { Proof } from '../parts/proof';
import { TimeBar } from '../parts/timebar';
import { instant, lowerBound, micros, placeOf, turnAt, type Scale } from '../parts/timeline';
import type { Deed } from './case/deeds';
import { Drawing } from './case/drawing';
import { Elsewhere } from './case/elsewhere';
import { CaseHistory } from './case/history';
import { Deeds, loadDeeds } from './case/later';
import { Past } from './case/moment';
import { Panels } from './case/panels';

/** How long the history waits for the picture at most. */
const HISTORY_MILLIS = 300;

const NO_CHANGES: ReadonlyMap<string, Json | undefined> = new Map();

/** A process without a picture has none; every other failure is one. */
function none(failure: unknown): null {
  if (asProblem(failure).status === 404) {
    return null;
  }
  throw failure;
}

/** Nodes in trouble, delayed by a rule, or late. */
function looksOf(of: CaseDetails, figure: Figure | null, moment: number): Record<string, Record<string, Look>> {
  const found = keyed<Record<string, Look>>();
  for (const item of of.work) {
    const look: Look | undefined = item.incident ? 'trouble' : item.delayed ? 'delay' : item.due !== undefined && millis(item.due) < moment ? 'late' : undefined;
    const place = look && figure?.sheets.flatMap((sheet) => sheet.nodes.map((node) => ({ sheet, node }))).find(({ node }) => node.id === item.task || (node.shape === 'task' && node.label === item.task));
    if (look && place) {
      (found[place.sheet.name] ??= keyed())[place.node.id] = look;
    }
  }
  return found;
}

/** The open work of a node, for those who do not see the picture. */
function inWords(of: CaseDetails, id: string, label: string): string {
  return of.work
    .filter((item) => item.task === id || item.task === label)
    .slice(0, 5)
    .map((item) => `${item.state}${item.holder ? ` by ${item.holder}` : ''}`)
    .join(', ');
}

/** What changed at the top of the data. */
function differences(before: Json, after: Json): ReadonlyMap<string, Json | undefined> {
  const plain = (value: Json): value is { [name: string]: Json } => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!plain(before) || !plain(after)) {
    return NO_CHANGES;
  }
  return new Map(Object.keys(after).flatMap((name) => (writeExactly(under(before, name)) === writeExactly(after[name]) ? [] : [[name, under(before, name)] as [string, Json | undefined]])));
}

/** The instant that an address names; now if it names none. */
function momentOf(text: string): number | null {
  const at = text === '' ? NaN : micros(text);
  return Number.isNaN(at) ? null : at;
}

export default function CasePage({ of }: PageProps) {
  const id = of['case']!;
  const operates = may('operator', 'administrator');
  const history = useMemo(() => new CaseHistory(id), [id]);
  const past = useMemo(() => new Past(id), [id]);
  const at = useSignal<number | null>(momentOf(parameter('at')));
  const live = useLoad((stop) => getTagged<CaseDetails>(`/cases/${part(id)}`, {}, stop), [id], { case: id }, 150);
  const [deed, setDeed] = useState<Deed | null>(null);
  const last = useRef<CaseDetails | undefined>(undefined);
  const hinted = useMemo(() => recall(id), [id]);

  useEffect(() => {
    // What is seen first is read first: the turns of a long case take the server longer than the case and its picture.
    const timer = window.setTimeout(() => history.start(), HISTORY_MILLIS);
    return () => {
      window.clearTimeout(timer);
      history.end();
      past.end();
    };
  }, [history]);
  const current = live.value.value?.value;
  useEffect(() => {
    if (current) {
      history.refresh();
    }
  }, [current]);

  // The address follows the bar with a pause, and the bar follows the address at once.
  const written = useRef(parameter('at'));
  const address = parameter('at');
  useEffect(() => {
    if (address !== written.current) {
      written.current = address;
      at.value = momentOf(address);
    }
  }, [address]);
  const looking = at.value;
  useEffect(() => {
    past.look(looking);
    const text = looking === null ? '' : instant(looking);
    if (text === written.current || (looking !== null && written.current !== '' && micros(written.current) === looking)) {
      return;
    }
    const timer = window.setTimeout(() => {
      written.current = text;
      setQuery({ at: text });
    }, 150);
    return () => window.clearTimeout(timer);
  }, [looking]);
  const move = (to: number | null) => {
    at.value = to;
  };
  useEffect(() => {
    // Before its start there is no case to show.
    if (current && looking !== null && looking < micros(current.started)) {
      move(micros(current.started));
    }
  }, [current?.started, looking]);
  const toEvent = (event: string) => {
    const timeline = history.timeline.value;
    const { turn } = placeOf(event);
    const i = lowerBound(timeline.turns, turn);
    if (timeline.turns[i] === turn) {
      move(timeline.at[i]!);
    }
  };
  useEffect(() => {
    if (current && operates) {
      const timer = window.setTimeout(() => void loadDeeds().catch(() => undefined), 1_000);
      return () => window.clearTimeout(timer);
    }
    return undefined;
  }, [current !== undefined]);
  useShortcuts([{ keys: 'n', about: 'Show the case as it is now', act: () => move(null) }], []);

  const shown = (looking === null ? current : past.value.value) ?? last.current ?? (looking === null ? undefined : current);
  last.current = shown;
  // A list from which somebody comes has said what the case is of: its picture is on its way with the case.
  const subject = shown ?? hinted;
  const [process, sub] = (subject?.process ?? '').split('/');
  const drawn = useLoad<Figure | null>((stop) => (process ? get<Figure>(`/processes/${part(process)}/figure`, { version: subject!.version }, stop).catch(none) : Promise.resolve(null)), [process, subject?.version]);
  const whole = drawn.value.value ?? null;
  useEffect(() => {
    if (current && process && drawn.value.value !== undefined) {
      history.start();
    }
  }, [current !== undefined, drawn.value.value !== undefined]);
  const figure = useMemo(() => (whole && sub ? { ...whole, sheets: whole.sheets.filter((sheet) => sheet.name === sub) } : whole), [whole, sub]);
  const changed = useChanges(shown, looking === null ? null : past.at.value, history, past);

  const problem = live.problem.value ?? (looking === null ? undefined : past.problem.value);
  if (!shown) {
    return (
      <>
        <Title crumbs={<Crumbs id={id} />}>Case {id}</Title>
        {problem ? <Problem of={problem} again={live.again} /> : live.slow.value ? <div class="skeleton" aria-busy="true" aria-label="Loading" style="height: 60vh" /> : null}
      </>
    );
  }

  const moment = looking === null ? now.value : looking / 1_000;
  const ended = current?.ended;
  const over = current !== undefined && current.state !== 'running' && current.state !== 'suspended';
  const locked = looking !== null ? 'You look at the past. Go back to now first.' : over ? `The case is ${current.state}.` : undefined;
  const node = parameter('node');
  const why = (task: string) => setQuery({ why: task, whyAt: looking === null ? null : instant(looking) }, false);
  const marks = shown.marks ?? {};
  const timeline = history.timeline.value;
  const end = ended ? micros(ended) : now.value * 1_000;
  const suffix = looking === null ? '' : `?at=${part(instant(looking))}`;
  const tasks = [...new Set([...shown.work.map((item) => item.task), ...(figure?.sheets ?? []).flatMap((sheet) => sheet.nodes.filter((each) => each.shape === 'task').map((each) => each.id))])];

  return (
    <div class="case-page">
      <Title
        crumbs={<Crumbs id={id} process={shown.process} />}
        actions={
          <>
            {operates && (
              <Menu
                label="Intervene"
                choices={[
                  shown.state === 'suspended' ? { label: 'Resume …', act: () => setDeed({ kind: 'resume' }), disabled: locked } : { label: 'Suspend …', act: () => setDeed({ kind: 'suspend' }), disabled: locked },
                  { label: 'Try again …', act: () => setDeed({ kind: 'retry' }), disabled: locked ?? (shown.incident || shown.work.some((item) => item.incident) ? undefined : 'Nothing has failed.') },
                  { label: 'Change data …', act: () => setDeed({ kind: 'change-data', name: '', value: null }), disabled: locked },
                  { label: 'Move …', act: () => setDeed({ kind: 'move' }), disabled: locked },
                  { label: 'Do a step again …', act: () => setDeed({ kind: 'redo', step: '' }), disabled: locked },
                  { label: 'Add an instance …', act: () => setDeed({ kind: 'add-instance' }), disabled: locked },
                  { label: 'Migrate …', act: () => setDeed({ kind: 'migrate' }), disabled: locked },
                  { label: 'Send a signal …', act: () => setDeed({ kind: 'signal', signal: shown.waits[0]?.signal ?? '' }), disabled: locked },
                ]}
              />
            )}
            {operates && (
              <button type="button" class="danger" disabled={locked !== undefined} title={locked} onClick={() => setDeed({ kind: 'cancel' })}>
                Cancel …
              </button>
            )}
            {may('operator', 'administrator', 'designer') && (
              <button type="button" onClick={() => setDeed({ kind: 'what-if' })}>
                What if from here …
              </button>
            )}
          </>
        }
      >
        <Id text={id} />
        <State of={shown.incident ? 'incident' : shown.state} title={shown.incident} />
        <span class="facts">
          <a href={to.process(process!, shown.version)}>version {shown.version}</a>
          <span title={`started ${exact(millis(shown.started))}`}>{span((shown.ended ? millis(shown.ended) : moment) - millis(shown.started))}</span>
          {shown.key && (
            <span>
              key <Id text={shown.key} />
            </span>
          )}
        </span>
      </Title>
      <Problem of={problem} again={live.again} />
      {shown.incident && (
        <p class="problem">
          <strong>Incident:</strong> {shown.incident}{' '}
          {operates && (
            <button type="button" class="quiet" disabled={locked !== undefined} title={locked} onClick={() => setDeed({ kind: 'retry' })}>
              Try again …
            </button>
          )}
        </p>
      )}
      <TimeBar of={timeline} at={looking} move={move} end={end} scale={(parameter('scale') || 'turns') as Scale} setScale={(scale) => setQuery({ scale: scale === 'turns' ? null : scale })} task={node}>
        <WhyHere tasks={tasks} open={shown.work.map((item) => item.task)} why={why} />
      </TimeBar>
      <div class={looking === null ? 'moment-note' : 'moment-note past'} role="status">
        {looking === null ? (
          over ? (
            `The case as it ended ${ended ? ago(millis(ended), now.value) : ''}.`
          ) : (
            'The case as it is now. What happens is shown at once.'
          )
        ) : (
          <>
            You look at the case as it was {ago(moment, now.value)}
            <span class="wide-only">, at {exact(moment)}. Actions are for the case as it is now</span>.{' '}
            <button type="button" class="quiet" onClick={() => move(null)}>
              Back to now
            </button>
          </>
        )}
      </div>
      <div class="case-body">
        <div class="case-picture">
          <Problem of={drawn.problem.value} again={drawn.again} />
          <Drawing
            figure={figure}
            marks={marks}
            looks={looksOf(shown, figure, moment)}
            heat={parameter('heat') === 'true' ? heatOf(history, looking, figure) : undefined}
            selected={node === '' ? undefined : node}
            onSelect={(chosen) => setQuery({ node: chosen === null || chosen.id === node ? null : chosen.id }, false)}
            glide={looking === null}
            describe={(each) => inWords(shown, each.id, each.label)}
            label={`The process ${shown.process} with the tokens of case ${id}`}
            download={`case-${id}`}
          />
          <label class="row soft small">
            <input type="checkbox" checked={parameter('heat') === 'true'} onChange={(event) => setQuery({ heat: event.currentTarget.checked ? 'true' : null })} /> show how often each task was done
          </label>
          {node !== '' && <NodeFacts node={node} of={shown} figure={figure} marks={marks} history={history} moment={moment} at={looking} why={why} />}
        </div>
        <div class="case-side">
          {parameter('why') !== '' && <Why id={id} task={parameter('why')} at={parameter('whyAt')} toEvent={toEvent} changing={looking === null ? timeline.turns.length : 0} />}
          <Panels of={shown} moment={moment} locked={locked} node={node} why={why} act={setDeed} changed={changed} suffix={suffix} />
        </div>
        <Events of={shown} history={history} at={looking} move={move} node={node} />
      </div>
      {deed && (
        <Deeds
          deed={deed}
          of={shown}
          figure={figure}
          marks={marks}
          node={node}
          at={looking}
          close={() => setDeed(null)}
          onDone={() => live.again()}
        />
      )}
    </div>
  );
}

function Crumbs({ id, process }: { id: string; process?: string }) {
  const parents = id.split('.').slice(0, -1);
  return (
    <>
      <a href="/cases">Cases</a> /{' '}
      {process && (
        <>
          <a href={to.cases({ process: process.split('/')[0]! })}>{process}</a> /{' '}
        </>
      )}
      {parents.map((_, i) => {
        const parent = parents.slice(0, i + 1).join('.');
        return (
          <>
            <a href={to.case(parent)}>{parent}</a> /{' '}
          </>
        );
      })}
    </>
  );
}

/** What changed in the turn that is shown; read when the bar rests. */
function useChanges(shown: CaseDetails | undefined, at: number | null, history: CaseHistory, past: Past): ReadonlyMap<string, Json | undefined> {
  const [found, setFound] = useState({ of: shown, changes: NO_CHANGES });
  const timeline = history.timeline.value;
  useEffect(() => {
    const turn = at === null ? timeline.turns.length - 1 : turnAt(timeline, at);
    const before = turn < 0 ? -1 : lowerBound(timeline.at, timeline.at[turn]!) - 1;
    if (!shown || before < 0) {
      return;
    }
    let stopped = false;
    const timer = window.setTimeout(() => {
      past
        .of(timeline.at[before]!)
        .then((earlier) => stopped || setFound({ of: shown, changes: differences(earlier.data, shown.data) }))
        .catch(() => undefined);
    }, 60);
    return () => {
      stopped = true;
      window.clearTimeout(timer);
    };
  }, [shown, timeline]);
  return found.of === shown ? found.changes : NO_CHANGES;
}

/** Asks why a task is where it is. */
function WhyHere({ tasks, open, why }: { tasks: string[]; open: string[]; why: (task: string) => void }) {
  const first = [...new Set(open)];
  if (tasks.length === 0) {
    return null;
  }
  if (first.length === 1) {
    return (
      <button type="button" onClick={() => why(first[0]!)}>
        Why is it here?
      </button>
    );
  }
  const others = tasks.filter((task) => !first.includes(task));
  return <Menu label="Why is it here?" choices={[...first, ...others].slice(0, 40).map((task) => ({ label: first.includes(task) ? `${task} (open)` : task, act: () => why(task) }))} />;
}

/** The proof that explains a task, of the moment at which somebody asked. */
function Why({ id, task, at, toEvent, changing }: { id: string; task: string; at: string; toEvent: (event: string) => void; changing: number }) {
  const read = useLoad<Reason>((stop) => get(`/cases/${part(id)}/why`, { task, at }, stop), [id, task, at, at === '' ? changing : 0]);
  const close = () => setQuery({ why: null, whyAt: null }, false);
  const proof = read.value.value;
  return (
    <Panel
      title={`Why: ${task}`}
      actions={
        <button type="button" class="quiet" onClick={close}>
          Close
        </button>
      }
    >
      {momentOf(at) !== null && <p class="soft small">As it was at {exact(Date.parse(at))}</p>}
      <Problem of={read.problem.value} again={read.again} />
      {proof && <Proof of={proof} label={`Why ${task} is where it is`} toEvent={toEvent} />}
    </Panel>
  );
}

/** How often a task was completed up to a moment: exactly if all events are here, else as the timeline tells. */
function completed(history: CaseHistory, task: string, at: number | null): number {
  const timeline = history.timeline.value;
  const until = at === null ? timeline.turns.length - 1 : turnAt(timeline, at);
  let times = 0;
  for (let i = 0; i <= until; i++) {
    const events = history.turns.value.get(timeline.turns[i]!);
    times += events
      ? events.filter((event) => (event.kind === 'WorkCompleted' || event.kind === 'TaskFired') && taskOf(event, history.names) === task).length
      : (timeline.kinds[i] === 'completed' || timeline.kinds[i] === 'decision') && timeline.tasks[i] === task
        ? 1
        : 0;
  }
  return times;
}

/** How often each task was done up to a moment, as the timeline tells. */
function heatOf(history: CaseHistory, at: number | null, figure: Figure | null): Record<string, Record<string, { share: number; text: string }>> {
  const timeline = history.timeline.value;
  const until = at === null ? timeline.turns.length - 1 : turnAt(timeline, at);
  const times = new Map<string, number>();
  const add = (task: string) => times.set(task, (times.get(task) ?? 0) + 1);
  for (let i = 0; i <= until; i++) {
    const events = history.whole.value ? history.turns.value.get(timeline.turns[i]!) : undefined;
    if (events) {
      events.filter((event) => event.kind === 'WorkCompleted' || event.kind === 'TaskFired').forEach((event) => add(taskOf(event, history.names)));
    } else if (timeline.kinds[i] === 'completed' || timeline.kinds[i] === 'decision') {
      add(timeline.tasks[i]!);
    }
  }
  const most = Math.max(1, ...times.values());
  const heat = keyed<Record<string, { share: number; text: string }>>();
  for (const sheet of figure?.sheets ?? []) {
    for (const node of sheet.nodes) {
      const count = times.get(node.id) ?? times.get(node.label) ?? 0;
      if (count > 0 && (node.shape === 'task' || node.shape === 'box')) {
        (heat[sheet.name] ??= keyed())[node.id] = { share: count / most, text: `${count.toLocaleString()}×` };
      }
    }
  }
  return heat;
}

/** What is known about the node that everything is filtered by. */
function NodeFacts({ node, of, figure, marks, history, moment, at, why }: { node: string; of: CaseDetails; figure: Figure | null; marks: Marks; history: CaseHistory; moment: number; at: number | null; why: (task: string) => void }) {
  const found = figure?.sheets.flatMap((sheet) => sheet.nodes).find((each) => each.id === node);
  const items = of.work.filter((item) => item.task === node);
  const tokens = Object.values(marks).reduce((sum, sheet) => sum + (under(sheet, node) ?? 0), 0);
  const times = completed(history, node, at);
  const isTask = found === undefined || found.shape === 'task' || found.shape === 'box';
  return (
    <div class="node-facts row" role="status">
      <strong>{found?.label || node}</strong>
      {found?.who && <span class="soft">{found.who}</span>}
      {items.map((item) => (
        <span key={item.work} class="row">
          <State of={item.incident ? 'incident' : item.delayed ? 'delayed' : item.state} /> <span class="soft">{item.holder ? `${item.holder}, ` : ''}{span(moment - millis(item.offered))}</span>
        </span>
      ))}
      {items.length === 0 && <span class="soft">{tokens > 0 ? `${tokens} ${tokens === 1 ? 'token' : 'tokens'}` : 'not active'}</span>}
      {isTask && <span class="soft">completed {times} {times === 1 ? 'time' : 'times'}</span>}
      {isTask && (
        <button type="button" class="quiet" onClick={() => why(node)}>
          why?
        </button>
      )}
      <button type="button" class="quiet far" onClick={() => setQuery({ node: null })}>
        Show everything
      </button>
    </div>
  );
}

/** The events in words. */
function Events({ of, history, at, move, node }: { of: CaseDetails; history: CaseHistory; at: number | null; move: (at: number | null) => void; node: string }) {
  const group = parameter('events') as Group | '';
  const timeline = history.timeline.value;
  const turns = history.turns.value;
  const rows = useMemo(() => {
    const found: TurnRow[] = [];
    for (let i = timeline.turns.length - 1; i >= 0; i--) {
      const turn = timeline.turns[i]!;
      const events = turns.get(turn);
      const fits = events
        ? (node === '' || events.some((event) => concerns(event, node, history.names))) && (group === '' || events.some((event) => groupOf(event.kind) === group))
        : (node === '' || timeline.tasks[i] === node) && (group === '' || groupOfTurn(timeline.kinds[i]!) === group);
      if (fits) {
        found.push({ turn, at: timeline.at[i]!, count: timeline.events[i]!, kind: timeline.kinds[i]!, task: timeline.tasks[i]!, events });
      }
    }
    return found;
  }, [timeline, turns, node, group]);
  const remote = useMemo(() => [...turns.values()].some((events) => events.some((event) => event.kind === 'RemoteCaseAccepted')), [turns]);
  const saveAll = async () => save(`case-${of.case}.json`, 'application/json', writeExactly({ case: of, history: await history.all() }, 2));
  return (
    <section class="case-events" aria-label="Events">
      <div class="row">
        <h2>What happened</h2>
        {node !== '' && (
          <span class="row">
            only {node}
            <button type="button" class="quiet" onClick={() => setQuery({ node: null })}>
              show all
            </button>
          </span>
        )}
        <span class="row far">
          <span class="soft">
            {rows.length.toLocaleString()} {rows.length === 1 ? 'turn' : 'turns'}
          </span>
          <select aria-label="Which events" value={group} onChange={(event) => setQuery({ events: event.currentTarget.value })}>
            <option value="">all events</option>
            {Object.entries(GROUPS).map(([name, words]) => (
              <option key={name} value={name}>
                {words}
              </option>
            ))}
          </select>
          <Menu
            label="Save"
            choices={[
              { label: 'Data and history as JSON', act: () => void saveAll() },
              { label: 'The case as it is shown, as JSON', act: () => save(`case-${of.case}${of.at ? '-' + of.at : ''}.json`, 'application/json', JSON.stringify(of, null, 2)) },
            ]}
          />
        </span>
      </div>
      <Problem of={history.problem.value} again={() => history.refresh()} />
      {rows.length === 0 ? (
        <p class="soft" style="padding: 12px 0">
          {timeline.turns.length === 0 ? 'Reading …' : 'No event fits the filter.'}
        </p>
      ) : (
        <EventList rows={rows} names={history.names} at={at} move={(row) => move(row.at)} want={(wanted) => history.want(wanted)} label="Turns, newest first" />
      )}
      {remote && <Elsewhere id={of.case} turns={timeline.turns.length} />}
    </section>
  );
}
