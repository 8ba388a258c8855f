import { describe, expect, it } from 'vitest';
import type { HistoryEvent, Json } from '../../lib/types';
import { distribution, drawn, facts, fit, fittingLength, stretches, time } from './models';

let at = 0;
const event = (kind: string, id: string, detail: Json): HistoryEvent => ({ id: String(at), tenant: 'main', case: id, kind, recorded: new Date((at += 10) * 1_000).toISOString(), cause: '', detail });

function history(): HistoryEvent[] {
  at = 0;
  const all: HistoryEvent[] = [];
  for (let i = 1; i <= 4; i++) {
    all.push(event('CaseStarted', String(i), { process: 'claim', input: { amount: i * 100, kind: i % 2 ? 'car' : 'home' } }));
    all.push(event('WorkOffered', String(i), { work: 1, task: 'check', by: 'people', roles: ['clerk'] }));
    all.push(event('WorkStarted', String(i), { work: 1 }));
    all.push(event('WorkCompleted', String(i), { work: 1, output: { fine: i !== 4 } }));
  }
  return all.reverse();
}

describe('a model', () => {
  it('is fitted to what happened', () => {
    const fitted = fit('claim', history(), 'net');
    expect(fitted.gap).toBe(40);
    expect(fitted.scarce).toBe('clerk');
    expect(fitted.arrivals).toEqual(['arrivals(claim, exponential(40s)).', 'case_data(claim, amount, choice([0.25-400, 0.25-300, 0.25-200, 0.25-100])).', 'case_data(claim, kind, choice([0.5-home, 0.5-car])).']);
    expect(fitted.tasks).toEqual(['duration(check, 10s).', 'gives(check, fine, choice([0.75-true, 0.25-false])).']);
  });

  it('says that it guesses where nothing happened', () => {
    const fitted = fit('claim', [], 'net');
    expect(fitted.arrivals[0]).toContain('a guess');
    expect(fitted.tasks[0]).toContain('a guess');
  });

  it('has variants with more people, fewer, or more cases', () => {
    const fitted = fit('claim', history(), 'net');
    const people = [
      { name: 'clara', roles: ['clerk'], capabilities: [] },
      { name: 'Carl B', roles: ['clerk'], capabilities: [] },
    ];
    expect(facts([fitted], people)).toContain("agent('Carl B').  role('Carl B', clerk).");
    expect(facts([fitted], people, { role: 'clerk', by: 1 })).toContain('agent(another_clerk).  role(another_clerk, clerk).');
    expect(facts([fitted], people, { role: 'clerk', by: -1 })).not.toContain('clara');
    expect(facts([fitted], people, { load: 2 })).toContain('arrivals(claim, exponential(20s)).');
  });
});

describe('numbers', () => {
  it('have units where they are whole', () => {
    expect([time(3), time(90), time(600), time(0.4567), time(10_800), time(345_600)]).toEqual(['3s', '90s', '10m', '0.457', '3h', '4d']);
  });

  it('become distributions', () => {
    expect(distribution([5, 5, 5, 5])).toBe('5s');
    expect(distribution([1, 2, 1, 2, 30])).toMatch(/^lognormal\(/);
    expect(distribution([7])).toBe('7s');
  });

  it('are sampled or drawn', () => {
    expect(drawn([1, 2, 3, 4, 5, 6, 7, 8])).toBe('sample([1, 2, 3, 4, 5, 6, 7, 8])');
    expect(drawn([true, true, true])).toBe('true');
    expect(drawn([{ a: 1 }])).toBeNull();
  });

  it('choose a time in which cases arrive', () => {
    expect(fittingLength(3)).toBe('PT10M');
    expect(fittingLength(3_600)).toBe('P30D');
  });
});

it('the server drawing is read back', () => {
  const svg = '<text x="64.0" y="50.0" class="name" text-anchor="end">clerk_1</text>\n<rect x="84.7" y="36.0" width="9.6" height="18.0" rx="2" fill="#3b6fb6"><title>check 1, 3694 to 6783</title></rect>';
  expect(stretches(svg)).toEqual({ workers: ['clerk_1'], stretches: [{ worker: 'clerk_1', task: 'check', instance: '1', from: 3694, to: 6783 }] });
});
