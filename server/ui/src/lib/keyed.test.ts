import { expect, it } from 'vitest';
import { at, keyed } from './keyed';

it('has under the names of what every object has only what was put there', () => {
  const marks = JSON.parse('{"net":{"a":1}}') as Record<string, Record<string, number>>;
  expect(at(at(marks, 'net'), 'constructor')).toBeUndefined();
  expect(at(at(marks, 'constructor'), 'name')).toBeUndefined();
  expect(at(at(marks, 'net'), 'a')).toBe(1);
  expect(at(undefined, 'a')).toBeUndefined();
});

it('keeps every name', () => {
  const made = keyed<number>([['__proto__', 1]]);
  made['constructor'] ??= 2;
  expect(Object.entries(made)).toEqual([['__proto__', 1], ['constructor', 2]]);
  expect(at(made, '__proto__')).toBe(1);
});
