import { describe, expect, it, vi } from 'vitest';

vi.mock('../../lib/api', () => ({ get: () => Promise.reject(new Error('no server')) }));
const { asCall, bare, calls, placeOf, roles, strangers } = await import('./terms');
const { OWN, vocabulary } = await import('./vocabulary');

describe('questions', () => {
  it('say what their variables are by where they stand', () => {
    expect(roles('holds_for(active(T, W, C), S, E), C > 5', ['T', 'W', 'C', 'S', 'E'], OWN)).toEqual({ T: 'task', W: 'who', C: 'case', S: 'start', E: 'end' });
    expect(roles('foo(Case, X)', ['Case', 'X'], OWN)).toEqual({ Case: 'case', X: 'other' });
  });

  it('have calls within calls, with quotes and lists', () => {
    expect(calls("p('a, (b', [1, 2]), q(r(X), Y)").map((each) => [each.name, each.parameters.length])).toEqual([['p', 2], ['q', 2], ['r', 1]]);
  });

  it('may name fluents that nobody knows', () => {
    expect(strangers('holds_now(activ(T, W, C))', OWN).map((each) => each.name)).toEqual(['activ']);
    expect(strangers('holds_now(active(T, W, C))', OWN)).toEqual([]);
  });

  it('are refused at a place', () => {
    expect(placeOf('foo(X) bar', "The goal cannot be read: an operator is expected, at character 8. Correct it.")).toEqual({ from: 7, to: 10 });
    expect(placeOf('a, foo(X)', "The goal calls foo/1, which is not defined.")).toEqual({ from: 3, to: 6 });
    expect(placeOf('T > yesterday', 'raised an error: type_error(evaluable,yesterday/0).')).toEqual({ from: 4, to: 13 });
    expect(placeOf('x', 'it took more than 30 seconds')).toBeNull();
  });

  it('have answers that are terms', () => {
    expect(asCall('start(check,clara,12)')).toEqual({ name: 'start', parameters: ['check', 'clara', '12'] });
    expect(asCall('12-20')).toBeNull();
    expect(asCall('a(b)-c(d)')).toBeNull();
    expect(bare("'62.1'")).toBe('62.1');
  });

  it('have words also while the server lists none', async () => {
    expect(await vocabulary(new AbortController().signal)).toBe(OWN);
  });
});
