/** Events in words, and the list of them: one row a turn, drawn only where one looks. */
import './events.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { clock, exact, millis, now } from '../lib/time';
import { at as under } from '../lib/keyed';
import { MOST_PRINTED, printing } from '../lib/printing';
import type { Fields, HistoryEvent, Json } from '../lib/types';
import { headline, micros, placeOf } from './timeline';
import { brief, Value } from './value';
import { Sentence } from './words';

/** How a work item is called: by its task. */
export type Names = (caseId: string | undefined, work: number) => string | undefined;

/** The groups that events can be filtered by. */
export const GROUPS = {
  work: 'Work',
  data: 'Data',
  life: 'The case itself',
  waits: 'Timers and signals',
  rules: 'Rules',
  hand: 'By hand',
  incidents: 'Incidents',
  steps: 'Inner steps',
} as const;

/** One of the groups. */
export type Group = keyof typeof GROUPS;

const GROUP_OF: [RegExp, Group][] = [
  [/^(Intervened|CaseMigrated|CaseSuspended|CaseResumed|TokensSet|TaskStopped)$/, 'hand'],
  [/^(Incident|TaskTroubled|TroubleOver|NetStuck|Stuck|WorkAttemptFailed|WorkFailed|FlowFailed|PhaseHeld|Violated)/, 'incidents'],
  [/^Case/, 'life'],
  [/^(VariableAssigned|SlotSet|AttributeSet|Changed|ResultsTaken)$/, 'data'],
  [/^(Attempt|Decided|Granted|Denied|Wanted|Dropped|Closing|Cancelling|Forgotten|Counted|Ending)/, 'rules'],
  [/^(Timer|Signal|Listening|Start(Planned|Launched)|StartsMissed)/, 'waits'],
  [/^(Work|Agent|Demand)/, 'work'],
];

/** The group of an event. */
export function groupOf(kind: string): Group {
  return GROUP_OF.find(([pattern]) => pattern.test(kind))?.[1] ?? 'steps';
}

/** The group of what a timeline says of a turn. */
export function groupOfTurn(kind: string): Group {
  switch (kind) {
    case 'started':
    case 'ended':
    case 'cancelled':
      return 'life';
    case 'incident':
    case 'failed':
      return 'incidents';
    case 'signal':
    case 'timer':
      return 'waits';
    case 'delayed':
    case 'refused':
      return 'rules';
    case 'intervention':
    case 'migrated':
    case 'suspended':
    case 'resumed':
    case 'data changed':
      return 'hand';
    case 'other':
      return 'steps';
    default:
      return 'work';
  }
}

function fields(of: Json): Fields {
  return typeof of === 'object' && of !== null && !Array.isArray(of) ? of : {};
}

function text(value: Json | undefined): string {
  return value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
}

function list(value: Json | undefined): string {
  return Array.isArray(value) ? value.map(text).join(', ') : text(value);
}

function tokens(value: Json | undefined): string {
  return Object.entries(fields(value ?? null))
    .map(([place, count]) => `${text(count)} in ${place}`)
    .join(', ');
}

/** Words of a name in camel case: `WorkPooled` becomes `work pooled`. */
export function camel(kind: string): string {
  return kind.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
}

/** The task that an event is about; an empty text if it is about none, or if its work item is not known. */
export function taskOf(event: HistoryEvent, names: Names): string {
  const detail = fields(event.detail);
  if (typeof detail['task'] === 'string') {
    return detail['task'];
  }
  if (typeof detail['work'] === 'number' && detail['work'] > 0) {
    return names(event.case, detail['work']) ?? '';
  }
  if (event.kind === 'Attempted') {
    const inner = fields(detail['detail'] ?? null);
    return typeof inner['task'] === 'string' ? inner['task'] : typeof inner['work'] === 'number' ? (names(event.case, inner['work']) ?? '') : '';
  }
  if (event.kind === 'Intervened') {
    const inner = fields(detail['detail'] ?? null);
    return text(inner['task'] ?? inner['step'] ?? inner['to']);
  }
  return typeof detail['place'] === 'string' ? detail['place'] : '';
}

/** Whether an event has to do with a node of the picture: a task, or a place that tokens come to or leave. */
export function concerns(event: HistoryEvent, node: string, names: Names): boolean {
  if (taskOf(event, names) === node) {
    return true;
  }
  const detail = fields(event.detail);
  const here = (value: Json | undefined): boolean => value === node || (Array.isArray(value) && value.some(here));
  return ['to', 'from', 'condition', 'place', 'places', 'variable'].some((name) => here(detail[name]));
}

type Write = (detail: Fields, more: { task: string; of: HistoryEvent; who: string; names: Names }) => string;

const by = (who: string) => (who === '' ? '' : ` by ${who}`);
const attempted = (detail: Fields, of: HistoryEvent, names: Names): string => {
  const inner: HistoryEvent = { ...of, kind: text(detail['event']), detail: detail['detail'] ?? {} };
  return sentence(inner, names, false);
};

const WORDS: Record<string, Write> = {
  CaseStarted: (d, { who }) => `case of ${text(d['process'])} started${by(who)}${d['key'] ? ` under key ${text(d['key'])}` : ''}${filled(d['input'])}`,
  CaseCompleted: (d) => `case completed${filled(d['result'])}`,
  CaseFailed: (d) => `case failed: ${text(d['reason'])}`,
  CaseCancelled: (d, { who }) => `case cancelled${by(who)}${d['reason'] && d['reason'] !== 'cancelled' ? `: ${text(d['reason'])}` : ''}`,
  CaseSuspended: (_, { who }) => `case suspended${by(who)}`,
  CaseResumed: (_, { who }) => `case resumed${by(who)}`,
  CaseMigrated: (d, { who }) => `case moved to version ${text(d['version'])}${by(who)}`,
  AttributeSet: (d) => `attribute ${text(d['name'])} set to ${brief(d['value'], 60)}`,
  Intervened: (d, { who }) => {
    const inner = fields(d['detail'] ?? null);
    switch (d['kind']) {
      case 'change data':
        return `${text(inner['name'])} changed by hand to ${brief(inner['value'], 60)}${by(who)}`;
      case 'move':
        return `token moved by hand${inner['from'] ? ` from ${text(inner['from'])}` : ''} to ${text(inner['to'])}${by(who)}`;
      case 'redo':
        return `${text(inner['step'])} begun again by hand${by(who)}`;
      case 'skip':
        return `${text(inner['task'])} skipped by hand${by(who)}${filled(inner['output'])}`;
      case 'migrate':
        return `version ${text(inner['from'])} changed to ${text(inner['to'])} by hand${by(who)}`;
      default:
        return `changed by hand (${text(d['kind'])})${by(who)}`;
    }
  },
  StimulusHeld: (d) => `held back until the case goes on: ${text(d['held'])}`,
  IncidentRaised: (d, { task }) => `incident${task ? ` in ${task}` : ''}: ${text(d['reason'])}`,
  IncidentResolved: (d, { task, who }) => `incident${task ? ` in ${task}` : ''} resolved (${text(d['how'])})${by(who)}`,
  Attempted: (d, { of, who, names }) => `a rule delays: ${attempted(d, of, names)}${by(text(d['by']) || who)}. ${text(d['reason'])}`,
  AttemptDecided: (d) => (d['accepted'] === true ? `the rules let delayed attempt ${text(d['attempt'])} happen` : `delayed attempt ${text(d['attempt'])} will never happen: ${text(d['reason'])}`),
  WorkOffered: (d, { task }) => `${task} offered${d['by'] === 'people' ? (d['roles'] ? ` to ${list(d['roles'])}` : d['participants'] ? ` to ${list(d['participants'])}` : '') : ` to ${text(d['by'])}`}`,
  WorkAllocated: (d, { task, who }) => (who === text(d['to']) ? `${task} taken by ${who}` : `${task} given to ${text(d['to'])}${by(who)}`),
  WorkReleased: (_, { task, who }) => `${task} given back${by(who)}`,
  WorkStarted: (d, { task, who }) => `${task} started${by(text(d['by']) || who)}`,
  WorkSuspended: (_, { task, who }) => `${task} put aside${by(who)}`,
  WorkResumed: (_, { task, who }) => `${task} continued${by(who)}`,
  WorkCompleted: (d, { task, who }) => `${task} completed${by(who)}${filled(d['output'])}`,
  WorkFailed: (d, { task, who }) => `${task} failed${by(who)}: ${text(d['reason'])}`,
  WorkWithdrawn: (d, { task }) => `${task} withdrawn: ${text(d['reason'])}`,
  WorkEscalated: (d, { task }) => `${task} escalated, priority ${text(d['priority'])}`,
  WorkAttemptFailed: (d, { task }) => `attempt ${text(d['attempt'])} of ${task} failed: ${text(d['reason'])}`,
  WorkRetried: (d, { task }) => `${task} tried again, attempt ${text(d['attempt'])}`,
  WorkPooled: (d, { task }) => `${task} waits for an agent of pool ${text(d['pool'])}`,
  WorkUnpooled: (_, { task }) => `${task} left its pool`,
  WorkDeferred: (_, { task }) => `${task} waits for its turn`,
  WorkHeld: (_, { task }) => `${task} waits for the rules`,
  TimerSet: (d) => `timer set for ${text(d['due'])}: ${text(d['purpose'])}`,
  TimerFired: (d) => `timer ${text(d['timer'])} fired`,
  TimerCancelled: (d) => `timer ${text(d['timer'])} cancelled`,
  SignalAwaited: (d) => `waits for signal ${text(d['signal'])} with key ${text(d['key'])}`,
  SignalReceived: (d, { who }) => `signal received${by(who)}${filled(d['content'])}`,
  SignalForgotten: () => 'waits no longer for a signal',
  SignalMissed: (d) => `a signal came too late${filled(d['content'])}`,
  MessageSent: (d) => `message '${text(d['message'])}' sent to ${text(d['to'])}`,

  TaskReadied: (_, { task }) => `${task} can begin`,
  TaskDisabled: (_, { task }) => `${task} can no longer begin`,
  TaskEntered: (d, { task }) => `${task} entered${typeof d['instances'] === 'number' && d['instances'] > 1 ? ` with ${d['instances']} instances` : ''}${d['from'] ? ` from ${text(d['from'])}` : ''}`,
  InstanceMade: (d, { task }) => `instance ${text(d['instance'])} of ${task} made`,
  InstanceStarted: (d, { task }) => `instance of ${task} started${by(text(d['by']))}`,
  TaskStartedFor: (d, { task }) => `${task} started for ${text(d['person'])}`,
  InstanceCompleted: (d, { task }) => `instance of ${task} completed${filled(d['output'])}`,
  InstanceAdded: (_, { task }) => `another instance of ${task} asked for`,
  ResultsTaken: (_, { task }) => `results of ${task} taken into the data`,
  TaskExited: (d, { task }) => `${task} exited to ${list(d['to'])}`,
  TaskFired: (d, { task }) => `${task} passed to ${list(d['to'])}`,
  TaskArmed: (_, { task }) => `${task} waits for its timer or signal`,
  SignalListened: (d) => `listens to signal ${text(d['signal'])}`,
  FluentInitiated: (d) => `${text(d['fluent'])} holds from now on`,
  FluentTerminated: (d) => `${text(d['fluent'])} holds no longer`,
  ChoiceDeferred: (_, { task }) => `${task} waits until one of its branches is open`,
  TaskOverdue: (d, { task }) => `timer or signal of ${task} came${filled(d['content'])}`,
  VariableAssigned: (d) => `${text(d['variable'])} is ${brief(d['value'], 80)}`,
  TaskTroubled: (d, { task }) => `${task} cannot go on: ${text(d['reason'])}`,
  TroubleOver: () => 'the trouble was resolved',
  NetStuck: (d) => `nothing can go on, with tokens ${tokens(d['tokens'])}`,
  TokensDropped: (d) => `tokens left at the end: ${tokens(d['tokens'])}`,
  TokensSet: (d) => `${text(d['tokens'])} tokens in ${text(d['condition'])}, set by hand`,
  TaskStopped: (_, { task }) => `${task} stopped by hand`,

  SlotSet: (d) => `${text(d['slot'])} is ${brief(d['value'], 80)}`,
  FlowMoved: (d) => `flow ${text(d['flow'])} waits at ${text(d['place'] ?? d['node'])} for ${text(d['waitsFor'])}`,
  FlowsForked: (d) => `flow ${text(d['flow'])} forked into ${list(d['places'] ?? d['nodes'])}`,
  EachForked: (d) => `flow ${text(d['flow'])} forked ${text(d['count'])} times at ${text(d['place'] ?? d['node'])}`,
  FlowEnded: (d) => `flow ${text(d['flow'])} ended`,
  FlowFailed: (d) => `flow ${text(d['flow'])} failed: ${text(d['reason'])}`,
  FlowsCancelled: (d) => `flows of flow ${text(d['flow'])} cancelled${d['except'] ? `, except ${text(d['except'])}` : ''}`,
  WorkSent: (d) => `${text(d['message'])} sent off as work item ${text(d['work'])}${d['slot'] ? ` for ${text(d['slot'])}` : ''}`,
  ResultCame: (d, { task }) => `result of ${task || `work item ${text(d['work'])}`} came: ${brief(d['result'], 60)}`,
  UndoRegistered: (d) => `what undoes ${text(d['place'] ?? d['node'])} is remembered`,
  UndoForgotten: () => 'what is done so far needs no undoing any more',
  UndoForked: (d) => `flow ${text(d['flow'])} begins to undo`,
  TaskTaken: (d, { task }) => `${task} is done by ${text(d['by'])}, who may not do what is separated from it`,

  PhaseEnded: (d) => `phase ended (${text(d['phase'])}): ${count(d['woken'], 'goal')} woken, ${count(d['sent'], 'message')} sent, ${count(d['suspended'], 'goal')} wait${d['content'] ? `; reply ${text(d['content'])}` : ''}`,
  PhaseHeld: (d) => (d['problem'] ? `phase could not run: ${text(d['problem'])}` : `phase held back (${text(d['phase'])})`),
  AskedAgain: (d) => `message ${text(d['message'])} is asked again`,

  Decided: (d) => (text(d['literal']).startsWith('~') ? `the rules know now that ${text(d['literal']).slice(1)} will not happen` : `the rules have seen ${text(d['literal'])}`),
  Violated: (d) => `${text(d['literal'])} breaks ${list(d['rules'])}`,
  Offered: (_, { task }) => `the rules let ${task} begin`,
  Over: (_, { task }) => `${task} is over`,
  Listening: (d) => `listens to signal ${text(d['signal'])}`,
  Closing: () => 'nothing new is begun from now on',
  Cancelling: (d) => `the case ends as soon as the rules permit it: ${text(d['reason'])}`,
  Changed: (d) => `${text(d['name'])} is ${brief(d['value'], 80)}`,
  Stuck: (d) => `nobody can meet ${text(d['obligation'])} any more`,
  Ending: (d) => `the process wants to end (${text(d['how']).toLowerCase()})`,
  Wanted: (d) => `case ${text(d['case'])} wants ${list(d['literals'])}`,
  Granted: (d) => `case ${text(d['case'])} may go on, attempt ${text(d['attempt'])}`,
  Denied: (d) => `case ${text(d['case'])} may not: ${text(d['reason'])}`,
  Dropped: (d) => `case ${text(d['case'])} wants it no longer`,
  Forgotten: (d) => `${text(d['constant'])} does nothing any more`,
  Counted: (d, { task }) => `${task} of case ${text(d['case'])} counted`,

  StartPlanned: (d) => `next start planned for ${text(d['due'])}`,
  StartLaunched: (d) => `start that was due ${text(d['due'])} sent off under key ${text(d['key'])}`,
  StartsMissed: (d) => `${text(d['count'])} starts missed, the last due ${text(d['last'])}`,

  RemoteCaseRequested: (d) => `case asked for at engine ${text(d['engine'])}`,
  RemoteCaseAccepted: (d) => `engine ${text(d['engine'])} carries it out as its case ${text(d['case'])}`,
  RemoteCaseRecalled: (d) => `case at engine ${text(d['engine'])} is called back (${text(d['ending'])})`,

  ProcessDeployed: (d, { who }) => `process ${text(d['process'] ?? d['name'])} deployed${by(who)}`,
  ParticipantAdded: (d) => `participant ${text(d['name'])} added`,
  ParticipantRemoved: (d) => `participant ${text(d['name'])} removed`,
  PoolDefined: (d) => `pool ${text(d['pool'])} defined`,
  AgentAdded: (d) => `agent ${text(d['agent'])} added to pool ${text(d['pool'])}`,
  AgentRemoved: (d) => `agent ${text(d['agent'])} removed from pool ${text(d['pool'])}`,
  AgentPresent: (d) => `agent ${text(d['agent'])} is ${d['present'] === true ? 'there' : 'away'}`,
  DemandQueued: (d, { task }) => `${task} of case ${text(d['case'])} waits for an agent`,
  DemandDropped: (d, { task }) => `${task} of case ${text(d['case'])} needs no agent any more`,
  AgentAssigned: (d, { task }) => `agent ${text(d['agent'])} assigned to ${task} of case ${text(d['case'])}`,
  AgentReleased: (d, { task }) => `agent ${text(d['agent'])} has finished ${task} of case ${text(d['case'])}`,
};

function filled(value: Json | undefined): string {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0) ? '' : ` ${brief(value, 100)}`;
}

function count(value: Json | undefined, noun: string): string {
  const length = Array.isArray(value) ? value.length : 0;
  return `${length} ${noun}${length === 1 ? '' : 's'}`;
}

/** The kinds that have words of their own. */
export const KINDS = Object.keys(WORDS);

/** An event as a sentence. */
export function sentence(event: HistoryEvent, names: Names, withActor = true): string {
  const detail = fields(event.detail);
  const known = under(WORDS, event.kind);
  const task = taskOf(event, names);
  const named = task || (typeof detail['work'] === 'number' && detail['work'] > 0 ? `work item ${event.case ?? ''}#${detail['work']}` : '');
  const who = withActor ? (event.actor ?? '') : '';
  if (known) {
    return known(detail, { task: named, of: event, who, names });
  }
  return `${camel(event.kind)}${named ? ` of ${named}` : ''}${by(who)}${filled(event.detail)}`;
}

/** One turn of a list: its events, or what is known of them before they are read. */
export interface TurnRow {
  turn: number;
  /** Microseconds since 1970. */
  at: number;
  count: number;
  kind: string;
  task: string;
  events: HistoryEvent[] | undefined;
}

const ROW = 34;
const AROUND = 10;

interface ListProps {
  /** Newest first. */
  rows: TurnRow[];
  names: Names;
  /** The instant that is looked at; null for now. */
  at: number | null;
  /** Moves everything to the instant of a turn. */
  move: (row: TurnRow) => void;
  /** Reads the events of these turns. */
  want: (turns: number[]) => void;
  label: string;
  height?: string;
}

/** The turns of a case in words, newest first. Only the rows in sight are in the page; what is later than the instant looked at is marked so. */
export function EventList({ rows, names, at, move, want, label, height = 'max(420px, 52vh)' }: ListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [tall, setTall] = useState(400);
  const [opened, setOpened] = useState(new Map<number, number>());
  const index = useMemo(() => new Map(rows.map((row, i) => [row.turn, i])), [rows]);
  const open = [...opened].flatMap(([turn, extra]) => (index.has(turn) ? [{ i: index.get(turn)!, extra }] : [])).sort((a, b) => a.i - b.i);
  const offset = (i: number) => i * ROW + open.reduce((sum, each) => (each.i < i ? sum + each.extra : sum), 0);
  const total = offset(printing.value ? Math.min(rows.length, MOST_PRINTED) : rows.length);
  const rowAt = (y: number) => {
    let guess = Math.max(0, Math.floor(y / ROW));
    while (guess > 0 && offset(guess) > y) {
      guess -= 1 + Math.floor((offset(guess) - y) / 2_000);
    }
    return Math.max(0, Math.min(rows.length, guess));
  };
  const first = printing.value ? 0 : Math.max(0, rowAt(top) - AROUND);
  const last = Math.min(rows.length, printing.value ? MOST_PRINTED : rowAt(top + tall) + AROUND + 1);
  const shown = rows.slice(first, last);
  const here = at === null ? 0 : firstAt(rows, at);
  const moved = useRef(false);

  useEffect(() => {
    const watch = new ResizeObserver(() => setTall(box.current?.clientHeight ?? 400));
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    const missing = shown.filter((row) => row.events === undefined).map((row) => row.turn);
    if (missing.length > 0) {
      // What only passes by is not read.
      const timer = window.setTimeout(() => want(missing), 100);
      return () => window.clearTimeout(timer);
    }
    return undefined;
  }, [first, last, rows]);
  useEffect(() => {
    const scroller = box.current!;
    if (moved.current) {
      moved.current = false;
      return;
    }
    if (here >= 0 && (at !== null || scroller.scrollTop > 0)) {
      const y = offset(here);
      if (y < scroller.scrollTop + ROW || y + 2 * ROW > scroller.scrollTop + scroller.clientHeight) {
        scroller.scrollTop = Math.max(0, y - scroller.clientHeight / 3);
        setTop(scroller.scrollTop);
      }
    }
  }, [at, here]);

  const toggle = (row: TurnRow) => {
    const more = new Map(opened);
    if (!more.delete(row.turn)) {
      more.set(row.turn, 0);
    }
    setOpened(more);
  };
  const measured = (turn: number, extra: number) => {
    if (opened.has(turn) && opened.get(turn) !== extra) {
      setOpened(new Map(opened).set(turn, extra));
    }
  };
  const go = (row: TurnRow) => {
    moved.current = true;
    move(row);
  };
  const keys = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (row === null) {
      return;
    }
    const i = Number(row.dataset['row']);
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -rows.length, End: rows.length };
    const step = steps[event.key];
    const one = rows[i];
    if (step !== undefined) {
      event.preventDefault();
      const wanted = Math.max(0, Math.min(rows.length - 1, i + step));
      const scroller = box.current!;
      const y = offset(wanted);
      if (y < scroller.scrollTop) {
        scroller.scrollTop = y;
      } else if (y + 2 * ROW > scroller.scrollTop + scroller.clientHeight) {
        scroller.scrollTop = y + 2 * ROW - scroller.clientHeight;
      }
      setTop(scroller.scrollTop);
      const focus = () => {
        const found = scroller.querySelector<HTMLElement>(`[data-row="${wanted}"] .go`);
        found?.focus({ preventScroll: true });
        return found !== null;
      };
      focus() || requestAnimationFrame(focus);
    } else if (one && ((event.key === 'ArrowRight' && !opened.has(one.turn)) || (event.key === 'ArrowLeft' && opened.has(one.turn)))) {
      event.preventDefault();
      toggle(one);
    }
  };

  return (
    <div ref={box} class="event-list" style={{ maxHeight: height }} onScroll={(event) => setTop(event.currentTarget.scrollTop)} onKeyDown={keys}>
      <ol aria-label={label} style={{ height: `${total}px` }}>
        {shown.map((row, k) => {
          const i = first + k;
          const when = row.at / 1_000;
          const state = i === here ? 'here' : at !== null && row.at > at ? 'later' : '';
          return (
            <li key={row.turn} data-row={i} data-turn={row.turn} class={state} aria-current={i === here ? 'time' : undefined} aria-posinset={i + 1} aria-setsize={rows.length} style={{ top: `${offset(i)}px` }}>
              <div class="line" style={{ height: `${ROW}px` }}>
                <time dateTime={new Date(when).toISOString()} title={exact(when)}>
                  {stamp(when)}
                </time>
                <button type="button" class="quiet go cut" title={state === 'later' ? 'Later than the moment shown. Show the case as it was then' : 'Show the case as it was then'} onClick={() => go(row)}>
                  <Headline row={row} names={names} />
                </button>
                <span class="far">
                  <button type="button" class="quiet more" aria-expanded={opened.has(row.turn)} onClick={() => toggle(row)}>
                    {row.count > 1 ? `+${row.count - 1} more` : 'details'}
                    <span class="hidden"> of turn {row.turn}</span>
                  </button>
                </span>
              </div>
              {opened.has(row.turn) && <Opened row={row} names={names} measured={(extra) => measured(row.turn, extra)} />}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** The first row, newest first, that is not later than an instant; -1 if all are. */
function firstAt(rows: TurnRow[], at: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle]!.at > at) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < rows.length ? low : -1;
}

const TURN_WORDS: Record<string, string> = { decision: 'completed', claimed: 'taken', 'work started': 'started', other: 'something inside changed' };

/** A turn in words, from what a timeline says of it. */
export function turnText(kind: string, task: string): string {
  const words = TURN_WORDS[kind] ?? kind;
  return task === '' ? (kind === 'started' || kind === 'ended' || kind === 'cancelled' || kind === 'suspended' || kind === 'resumed' ? `case ${words}` : words) : `${task} ${words}`;
}

/** The time of day, with the date unless it is today. */
export function stamp(when: number): string {
  const today = new Date(now.value).toDateString() === new Date(when).toDateString();
  return `${today ? '' : new Intl.DateTimeFormat(undefined, { month: '2-digit', day: '2-digit' }).format(when) + ' '}${clock(when, true)}`;
}

function Headline({ row, names }: { row: TurnRow; names: Names }) {
  if (row.events === undefined || row.events.length === 0) {
    return <>{turnText(row.kind, row.task)}</>;
  }
  const news = headline(row.events);
  return (
    <>
      <Sentence text={sentence(news, names)} />
      {news.reason && <span class="soft"> — {news.reason}</span>}
    </>
  );
}

function Opened({ row, names, measured }: { row: TurnRow; names: Names; measured: (extra: number) => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watch = new ResizeObserver(() => box.current && measured(box.current.offsetHeight));
    watch.observe(box.current!);
    return () => watch.disconnect();
  });
  return (
    <div ref={box} class="opened">
      {row.events === undefined ? (
        <span class="soft">reading …</span>
      ) : (
        <>
          <About of={row.events[0]!} turn={row.turn} />
          <ul class="plain">
            {row.events.map((event) => (
              <li key={event.id}>
                <details open={row.events!.length === 1}>
                  <summary>
                    <Sentence text={sentence(event, names, false)} /> {event.case !== row.events![0]!.case && <span class="soft">in case {event.case}</span>}
                    {engineOf(event) && <span class="soft"> at engine {engineOf(event)}</span>}
                  </summary>
                  <div class="detail">
                    <p class="soft small mono">
                      {event.kind} · {event.id}
                    </p>
                    <Value of={event.detail} />
                  </div>
                </details>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function engineOf(event: HistoryEvent): string {
  return (event as HistoryEvent & { engine?: string }).engine ?? '';
}

/** Who did a turn, for whom, why and when. */
function About({ of, turn }: { of: HistoryEvent; turn: number }) {
  const parts: ComponentChildren[] = [<>turn {turn}</>, <>{exact(millis(of.recorded))}</>, <>command “{of.cause}”</>];
  if (of.actor) {
    parts.push(<>by {of.actor}</>);
  }
  if (of.onBehalfOf) {
    parts.push(<>on behalf of {of.onBehalfOf}</>);
  }
  if (of.reason) {
    parts.push(<>because: {of.reason}</>);
  }
  if (of.occurred && micros(of.occurred) !== micros(of.recorded)) {
    parts.push(<>happened {exact(millis(of.occurred))}</>);
  }
  return (
    <p class="soft small">
      {parts.map((each, i) => (
        <>
          {i > 0 && ' · '}
          {each}
        </>
      ))}
    </p>
  );
}

/** Events by turn, oldest turn first, in the order of their places. */
export function byTurn(events: HistoryEvent[]): Map<number, HistoryEvent[]> {
  const turns = new Map<number, HistoryEvent[]>();
  for (const event of events) {
    const { turn } = placeOf(event.id);
    const known = turns.get(turn);
    if (known) {
      known.push(event);
    } else {
      turns.set(turn, [event]);
    }
  }
  turns.forEach((each) => each.sort((a, b) => placeOf(a.id).place - placeOf(b.id).place));
  return turns;
}
