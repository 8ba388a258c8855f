import { expect, it } from 'vitest';
import { looksOf, nodeOf } from './changes';

it('what is gone is marked on the first picture, what is new on the second, what changed on both', () => {
  const difference = {
    process: 'x',
    from: 1,
    to: 2,
    sheets: [
      {
        name: 'x',
        change: 'changed' as const,
        changes: [
          { what: 'node' as const, change: 'changed' as const, id: 'a', message: '' },
          { what: 'node' as const, change: 'removed' as const, id: 'c', message: '' },
          { what: 'edge' as const, change: 'added' as const, from: 'a', to: 'd', mark: 'c(a,d)', message: '' },
          { what: 'region' as const, change: 'added' as const, id: 'a', message: '' },
        ],
      },
    ],
  };
  expect(looksOf(difference)).toEqual({ from: { x: { a: 'changed', c: 'removed' } }, to: { x: { a: 'changed', 'c(a,d)': 'added' } } });
  expect(nodeOf(difference.sheets[0]!.changes[2]!)).toBe('a');
});

it('sheets and tasks may be called what every object has already', () => {
  const sheets = ['__proto__', 'constructor'].map((name) => ({ name, change: 'changed' as const, changes: [{ what: 'node' as const, change: 'removed' as const, id: '__proto__', message: '' }] }));
  const { from, to } = looksOf({ process: 'x', from: 1, to: 2, sheets });
  expect(Object.keys(from)).toEqual(['__proto__', 'constructor']);
  expect(Object.entries(from['__proto__']!)).toEqual([['__proto__', 'removed']]);
  expect(Object.keys(to)).toEqual([]);
  expect(({} as Record<string, unknown>)['removed']).toBeUndefined();
});
