/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import type { HistoryEvent, Json } from '../lib/types';

vi.stubGlobal('window', { setInterval: () => 0 });
vi.stubGlobal('document', { hidden: false });
const { camel, concerns, groupOf, KINDS, sentence, taskOf } = await import('./events');

const ENGINE = new URL('../../../../engine/src/main/java/io/millrace/', import.meta.url);

function event(kind: string, detail: Json, more: Partial<HistoryEvent> = {}): HistoryEvent {
  return { id: 'case 7/3/1', tenant: 'main', case: '7', kind, recorded: '2026-01-01T00:00:00Z', cause: 'complete', detail, ...more };
}

const names = (_: string | undefined, work: number) => (work === 1 ? 'review' : undefined);

describe('events in words', () => {
  it('say who did what', () => {
    expect(sentence(event('WorkCompleted', { work: 1, output: { approved: true } }, { actor: 'anna' }), names)).toBe('review completed by anna {"approved":true}');
    expect(sentence(event('WorkCompleted', { work: 2, output: {} }), names)).toBe('work item 7#2 completed');
    expect(sentence(event('WorkOffered', { work: 3, task: 'pay', by: 'people', roles: ['clerk'] }), names)).toBe('pay offered to clerk');
    expect(sentence(event('Intervened', { kind: 'change data', detail: { name: 'amount', value: 7 } }, { actor: 'olga' }), names)).toBe('amount changed by hand to 7 by olga');
  });

  it('name what a rule delays', () => {
    const delayed = event('Attempted', { attempt: 1, event: 'WorkCompleted', detail: { work: 1, output: {} }, by: 'tara', reason: "rule 'book_first' does not permit c_buy yet" });
    expect(sentence(delayed, names)).toBe("a rule delays: review completed by tara. rule 'book_first' does not permit c_buy yet");
    expect(taskOf(delayed, names)).toBe('review');
    expect(groupOf('Attempted')).toBe('rules');
  });

  it('have words for kinds that are not known', () => {
    expect(camel('SomethingElseHappened')).toBe('something else happened');
    expect(sentence(event('SomethingElseHappened', { task: 'pay' }, { actor: 'bob' }), names)).toMatch(/^something else happened of pay by bob/);
  });

  it('belong to the nodes that they change', () => {
    expect(concerns(event('TaskExited', { task: 'check', to: ['c(check,pay)'] }), 'c(check,pay)', names)).toBe(true);
    expect(concerns(event('WorkStarted', { work: 1 }), 'review', names)).toBe(true);
    expect(concerns(event('WorkStarted', { work: 1 }), 'pay', names)).toBe(false);
  });

  it('exist for every kind of the languages', () => {
    for (const file of ['net/run/NetEvent.java', 'activity/ActivityEvent.java', 'algebra/run/RulesEvent.java', 'algebra/run/AcrossEvent.java', 'schedule/ScheduleEvent.java']) {
      const source = readFileSync(new URL(file, ENGINE), 'utf8');
      const kinds = [...source.matchAll(/case \w+ e -> "(\w+)";/g)].map((each) => each[1]!);
      expect(kinds.length, file).toBeGreaterThan(2);
      expect(kinds.filter((kind) => !KINDS.includes(kind)), file).toEqual([]);
    }
    const own = readFileSync(new URL('kernel/record/Event.java', ENGINE), 'utf8');
    const ofCases = [...own.matchAll(/record (\w+)\([^)]*\)\s*implements (OfCase|Significant|Ending)/g)].map((each) => each[1]!).filter((kind) => kind !== 'Progressed');
    expect(ofCases.length).toBeGreaterThan(25);
    expect(ofCases.filter((kind) => !KINDS.includes(kind))).toEqual([]);
  });
});
