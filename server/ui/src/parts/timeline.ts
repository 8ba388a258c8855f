/**
 * The turns of a case as the time bar needs them: when each was, what it was about, and how one goes from one to another. Instants are microseconds
 * since 1970, because several turns may share a millisecond.
 */
import type { HistoryEvent } from '../lib/types';

/** What the server says about the turns of a case: one entry a turn in each list. */
export interface TimelineAnswer {
  case: string;
  turns: number[];
  /** Microseconds since 1970. */
  at: number[];
  events: number[];
  kinds: number[];
  tasks: number[];
  legend: string[];
  names: string[];
  complete: boolean;
}

/** The turns of a case, oldest first. */
export interface Timeline {
  turns: number[];
  /** Microseconds since 1970; never descending. */
  at: number[];
  /** How many events each turn recorded. */
  events: number[];
  /** What happened in each turn, in a word or two: `completed`, `work started`, `incident`. */
  kinds: string[];
  /** The task that it is about, or an empty text. */
  tasks: string[];
  /** Whether these are all. */
  complete: boolean;
}

/** A timeline without turns. */
export const NO_TURNS: Timeline = { turns: [], at: [], events: [], kinds: [], tasks: [], complete: false };

/** Microseconds of an ISO instant. */
export function micros(instant: string): number {
  const found = /^(.*?)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)$/.exec(instant);
  if (!found) {
    return Date.parse(instant) * 1_000;
  }
  const seconds = Date.parse(found[1]! + found[3]!);
  return seconds * 1_000 + Number((found[2] ?? '').padEnd(6, '0').slice(0, 6));
}

/** The ISO instant of microseconds, to the microsecond. */
export function instant(at: number): string {
  const millis = Math.floor(at / 1_000);
  return new Date(millis).toISOString().replace('Z', String(at - millis * 1_000).padStart(3, '0') + 'Z');
}

/** The entity, the turn and the place within it of an event's id, such as `case 62/4/1`. */
export function placeOf(id: string): { turn: number; place: number } {
  const parts = id.split('/');
  return { turn: Number(parts[parts.length - 2] ?? 0), place: Number(parts[parts.length - 1] ?? 0) };
}

/** What the marks of the time bar tell apart. */
export type Mark = 'start' | 'end' | 'incident' | 'hand' | 'delay' | 'step';

const MARKS: Record<string, Mark> = {
  started: 'start',
  ended: 'end',
  cancelled: 'end',
  incident: 'incident',
  failed: 'incident',
  intervention: 'hand',
  'data changed': 'hand',
  migrated: 'hand',
  suspended: 'hand',
  resumed: 'hand',
  delayed: 'delay',
  refused: 'delay',
};

/** How the bar marks a turn. */
export function markOf(kind: string): Mark {
  return MARKS[kind] ?? 'step';
}

/** Turns in which something was decided: a way was chosen, or somebody or a rule changed the course of the case. */
export function decisions(of: Timeline): (turn: number) => boolean {
  const chosen = of.kinds.includes('decision');
  return (turn) => {
    const kind = of.kinds[turn]!;
    return kind === 'decision' || markOf(kind) !== 'step' || (!chosen && (kind === 'completed' || kind === 'signal' || kind === 'timer'));
  };
}

/** What says best what happened in a turn: the first of these that is in it. */
const RANK = [
  'IncidentRaised',
  'Intervened',
  'CaseMigrated',
  'CaseCancelled',
  'CaseFailed',
  'CaseStarted',
  'CaseSuspended',
  'CaseResumed',
  'IncidentResolved',
  'Violated',
  'NetStuck',
  'Stuck',
  'TaskTroubled',
  'WorkFailed',
  'WorkCompleted',
  'AttemptDecided',
  'Attempted',
  'SignalReceived',
  'SignalMissed',
  'TimerFired',
  'WorkAttemptFailed',
  'WorkRetried',
  'WorkEscalated',
  'WorkWithdrawn',
  'CaseCompleted',
  'WorkStarted',
  'WorkAllocated',
  'WorkReleased',
  'WorkSuspended',
  'WorkResumed',
  'WorkOffered',
];
const RANKS = new Map(RANK.map((kind, i) => [kind, i]));

/** The event of a turn that says best what happened in it. A sub-case that starts or ends is not the news while its parent has some. */
export function headline(events: HistoryEvent[]): HistoryEvent {
  const top = events.reduce((least, event) => Math.min(least, (event.case ?? '').split('.').length), 99);
  const rank = (event: HistoryEvent) => {
    const sub = (event.case ?? '').split('.').length > top;
    return (RANKS.get(event.kind) ?? 100) + (sub && /^Case(Started|Completed)$/.test(event.kind) ? 50 : 0);
  };
  return events.reduce((best, event) => (rank(event) < rank(best) ? event : best));
}

/** The timeline that the server gave. */
export function fromAnswer(answer: TimelineAnswer): Timeline {
  return {
    turns: answer.turns,
    at: answer.at,
    events: answer.events,
    kinds: answer.kinds.map((kind) => answer.legend[kind] ?? ''),
    tasks: answer.tasks.map((task) => answer.names[task] ?? ''),
    complete: answer.complete,
  };
}

/** Two timelines as one; turns of the later one replace those of the earlier one. */
export function joined(earlier: Timeline, later: Timeline): Timeline {
  const first = later.turns[0];
  if (first === undefined) {
    return earlier;
  }
  const kept = lowerBound(earlier.turns, first);
  return {
    turns: [...earlier.turns.slice(0, kept), ...later.turns],
    at: [...earlier.at.slice(0, kept), ...later.at],
    events: [...earlier.events.slice(0, kept), ...later.events],
    kinds: [...earlier.kinds.slice(0, kept), ...later.kinds],
    tasks: [...earlier.tasks.slice(0, kept), ...later.tasks],
    complete: later.complete,
  };
}

/** The first index whose value is not less. */
export function lowerBound(values: number[], wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle]! < wanted) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** The last turn that was recorded at or before an instant; -1 before the first. */
export function turnAt(of: Timeline, at: number): number {
  return lowerBound(of.at, at + 1) - 1;
}

/** The next turn in a direction that fits and has another instant; undefined if there is none. */
export function next(of: Timeline, from: number, direction: 1 | -1, fits: (turn: number) => boolean = () => true): number | undefined {
  const here = of.at[from];
  for (let i = from + direction; i >= 0 && i < of.turns.length; i += direction) {
    if (fits(i) && of.at[i] !== here) {
      // Turns of one instant are seen together: the last of them stands for all.
      return turnAt(of, of.at[i]!);
    }
  }
  return undefined;
}

/** Where turns are on the bar. */
export type Scale = 'turns' | 'time';

/** Where a turn is on the bar, from 0 to 1; `now` is behind the last. */
export function position(of: Timeline, turn: number, scale: Scale, end: number): number {
  const count = of.turns.length;
  if (count === 0) {
    return 0;
  }
  if (scale === 'turns') {
    return turn / count;
  }
  const start = of.at[0]!;
  return end <= start ? 0 : Math.min(1, (of.at[turn]! - start) / (end - start));
}

/** The turn nearest to a place on the bar; the number of turns for `now`. */
export function turnNear(of: Timeline, place: number, scale: Scale, end: number): number {
  const count = of.turns.length;
  if (scale === 'turns') {
    return Math.max(0, Math.min(count, Math.round(place * count)));
  }
  if (place >= 0.995) {
    return count;
  }
  const start = of.at[0] ?? 0;
  const wanted = start + place * (end - start);
  const after = lowerBound(of.at, wanted);
  const nearer = after > 0 && (after >= count || wanted - of.at[after - 1]! <= of.at[after]! - wanted) ? after - 1 : after;
  return Math.max(0, Math.min(count - 1, nearer));
}

/** For each mark the places on the bar where it is drawn: at most one every few pixels, however many turns there are. */
export function buckets(of: Timeline, width: number, scale: Scale, end: number): Record<Mark, number[]> {
  const found: Record<Mark, number[]> = { start: [], end: [], incident: [], hand: [], delay: [], step: [] };
  const last: Record<Mark, number> = { start: -99, end: -99, incident: -99, hand: -99, delay: -99, step: -99 };
  for (let i = 0; i < of.turns.length; i++) {
    const mark = markOf(of.kinds[i]!);
    const x = position(of, i, scale, end) * width;
    const apart = mark === 'step' ? 3 : 8;
    if (x - last[mark] >= apart) {
      found[mark].push(x);
      last[mark] = x;
    }
  }
  return found;
}
