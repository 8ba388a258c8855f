/** The parts of the page of a case in every state, for the page of components. */
import { useState } from 'preact/hooks';
import type { HistoryEvent, Json, Reason } from '../../lib/types';
import { byTurn, EventList, type TurnRow } from '../../parts/events';
import { Proof } from '../../parts/proof';
import { TimeBar } from '../../parts/timebar';
import { headline, micros, NO_TURNS, type Scale, type Timeline } from '../../parts/timeline';

const BEGIN = micros('2026-03-01T08:00:00Z');

function timeline(kinds: string[], tasks: string[] = []): Timeline {
  return { turns: kinds.map((_, i) => i + 1), at: kinds.map((_, i) => BEGIN + i * i * 40_000_000), events: kinds.map(() => 4), kinds, tasks: kinds.map((_, i) => tasks[i] ?? ''), complete: true };
}

const SHORT = timeline(
  ['started', 'claimed', 'work started', 'completed', 'incident', 'intervention', 'delayed', 'completed', 'data changed', 'ended'],
  ['', 'check', 'check', 'check', 'pay', 'pay', 'buy', 'buy', '', ''],
);
const LONG = timeline(Array.from({ length: 20_000 }, (_, i) => (i === 0 ? 'started' : i % 701 === 0 ? 'incident' : i % 997 === 0 ? 'intervention' : i % 5 === 0 ? 'decision' : 'completed')));

function Bar({ of, at: first, task }: { of: Timeline; at: number | null; task?: string }) {
  const [at, setAt] = useState(first);
  const [scale, setScale] = useState<Scale>('turns');
  return <TimeBar of={of} at={at} move={setAt} end={(of.at.at(-1) ?? BEGIN) + 600_000_000} scale={scale} setScale={setScale} {...(task ? { task } : {})} />;
}

/** Time bars: now, in the past, very long, without turns. */
export function TimeBars() {
  return (
    <div class="column bars">
      <Bar of={SHORT} at={null} />
      <Bar of={SHORT} at={SHORT.at[4]!} task="check" />
      <Bar of={LONG} at={LONG.at[9_000]!} />
      <Bar of={NO_TURNS} at={null} />
      <style>{'.bars .time-bar { position: static; }'}</style>
    </div>
  );
}

const REASON: Reason = {
  claim: 'holds_now(waiting(pay, _, 1))',
  holds: false,
  words: "Task 'pay' is an OR-join; it waits, because more tokens can come.",
  because: [
    { claim: 'a', holds: true, words: "a token in c(hotel,pay), since 2026-03-01T08:03:00Z, when bob completed 'hotel'", event: 'case 1/3/7', because: [] },
    {
      claim: 'b',
      holds: false,
      words: 'no token in c(flight,pay) so far',
      because: [{ claim: 'c', holds: true, words: "a token in c(register,flight), since 2026-03-01T08:01:00Z, when anna completed 'register'", event: 'case 1/2/7', because: [] }],
    },
  ],
};

/** A proof. */
export function Proofs() {
  const [last, setLast] = useState('');
  return (
    <div style="max-width: 420px">
      <Proof of={REASON} label="Why pay waits" toEvent={setLast} />
      <p class="soft">{last}</p>
    </div>
  );
}

function event(turn: number, place: number, kind: string, detail: Json, more: Partial<HistoryEvent> = {}): HistoryEvent {
  return { id: `case 1/${turn}/${place}`, tenant: 'main', case: '1', kind, recorded: new Date(SHORT.at[turn - 1]! / 1_000).toISOString(), cause: 'complete', detail, ...more };
}

const EVENTS: HistoryEvent[] = [
  event(1, 1, 'CaseStarted', { process: 'claim', version: 1, input: { amount: 120 }, key: 'C-1' }, { actor: 'customer' }),
  event(1, 2, 'WorkOffered', { work: 1, task: 'check', by: 'people', input: {}, roles: ['clerk'] }, { actor: 'customer' }),
  event(2, 1, 'WorkAllocated', { work: 1, to: 'anna' }, { actor: 'anna' }),
  event(3, 1, 'WorkStarted', { work: 1, by: 'anna' }, { actor: 'anna', onBehalfOf: 'carl' }),
  event(4, 1, 'WorkCompleted', { work: 1, output: { fine: true } }, { actor: 'anna' }),
  event(4, 2, 'VariableAssigned', { variable: 'fine', value: true }, { actor: 'anna' }),
  event(5, 1, 'IncidentRaised', { work: 2, reason: 'The bank does not answer.' }),
  event(6, 1, 'Intervened', { kind: 'skip', detail: { task: 'pay', output: {} } }, { actor: 'olga', reason: 'paid by hand' }),
  event(7, 1, 'Attempted', { attempt: 1, event: 'WorkCompleted', detail: { work: 1, output: {} }, by: 'tara', reason: "rule 'book_first' does not permit c_buy yet; it can happen after c_book" }),
  event(8, 1, 'SomethingNewHappened', { task: 'pay', value: 7 }),
];

/** A list of events, with a moment of the past. */
export function EventLists() {
  const [at, setAt] = useState<number | null>(SHORT.at[3]!);
  const rows: TurnRow[] = [...byTurn(EVENTS)]
    .map(([turn, events]) => ({ turn, at: micros(events[0]!.recorded), count: events.length, kind: headline(events).kind, task: '', events }))
    .reverse();
  return <EventList rows={rows} names={(_, work) => (work === 1 ? 'check' : 'pay')} at={at} move={(row) => setAt(row.at)} want={() => undefined} label="Turns of a sample" />;
}
