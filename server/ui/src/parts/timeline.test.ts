import { describe, expect, it } from 'vitest';
import { buckets, decisions, fromAnswer, headline, instant, joined, lowerBound, micros, next, placeOf, position, turnAt, turnNear, type Timeline } from './timeline';
import type { HistoryEvent } from '../lib/types';

function timeline(at: number[], kinds: string[] = at.map(() => 'completed')): Timeline {
  return { turns: at.map((_, i) => i + 1), at, events: at.map(() => 1), kinds, tasks: at.map(() => ''), complete: true };
}

describe('instants', () => {
  it('keep their microseconds', () => {
    expect(micros('2026-11-18T00:30:02.910841Z')).toBe(1_794_961_802_910_841);
    expect(instant(1_794_961_802_910_841)).toBe('2026-11-18T00:30:02.910841Z');
    expect(micros('2026-11-18T00:30:02Z')).toBe(1_794_961_802_000_000);
    expect(micros('2026-11-18T00:30:02.91Z')).toBe(1_794_961_802_910_000);
    expect(instant(micros('2026-11-18T01:30:02.91+01:00'))).toBe('2026-11-18T00:30:02.910000Z');
  });

  it('say where an event is', () => expect(placeOf('case 62/4/1')).toEqual({ turn: 4, place: 1 }));
});

describe('moving', () => {
  const of = timeline([10, 20, 20, 30], ['started', 'claimed', 'decision', 'work started']);

  it('sees turns of one instant together', () => {
    expect(turnAt(of, 5)).toBe(-1);
    expect(turnAt(of, 20)).toBe(2);
    expect(turnAt(of, 29)).toBe(2);
    expect(next(of, 0, 1)).toBe(2);
    expect(next(of, 2, -1)).toBe(0);
    expect(next(of, 3, 1)).toBeUndefined();
    expect(lowerBound(of.at, 20)).toBe(1);
  });

  it('goes by decision', () => {
    expect(next(of, 3, -1, decisions(of))).toBe(2);
    const plain = timeline([1, 2, 3], ['started', 'claimed', 'completed']);
    expect(next(plain, 0, 1, decisions(plain))).toBe(2);
  });

  it('finds the turn under the pointer', () => {
    expect(turnNear(of, 0, 'turns', 0)).toBe(0);
    expect(turnNear(of, 1, 'turns', 0)).toBe(4);
    expect(turnNear(of, 0.5, 'time', 50)).toBe(3);
    expect(turnNear(of, 1, 'time', 50)).toBe(4);
    expect(position(of, 3, 'time', 50)).toBeCloseTo(0.5);
  });
});

describe('a bar of very many turns', () => {
  it('has a bounded number of marks', () => {
    const at = Array.from({ length: 20_000 }, (_, i) => i * 7);
    const drawn = buckets(timeline(at, at.map((_, i) => (i % 10 === 0 ? 'incident' : 'completed'))), 900, 'turns', 0);
    expect(drawn.step.length).toBeLessThanOrEqual(301);
    expect(drawn.incident.length).toBeLessThanOrEqual(114);
  });
});

describe('what the server says', () => {
  it('is put together', () => {
    const answer = { case: '1', turns: [1, 2], at: [5, 6], events: [3, 1], kinds: [0, 1], tasks: [-1, 0], legend: ['started', 'claimed'], names: ['check'], complete: true };
    const first = fromAnswer(answer);
    expect(first.kinds).toEqual(['started', 'claimed']);
    expect(first.tasks).toEqual(['', 'check']);
    const all = joined(first, { ...timeline([9]), turns: [3] });
    expect(all.turns).toEqual([1, 2, 3]);
  });

  it('has a headline in every turn', () => {
    const event = (kind: string, place: number, of = '1'): HistoryEvent => ({ id: `case 1/2/${place}`, tenant: 'main', case: of, kind, recorded: '2026-01-01T00:00:00Z', cause: '', detail: {} });
    expect(headline([event('MessageSent', 1), event('WorkCompleted', 2), event('WorkOffered', 3)]).kind).toBe('WorkCompleted');
    expect(headline([event('WorkOffered', 1), event('CaseStarted', 2, '1.1')]).kind).toBe('WorkOffered');
  });
});
