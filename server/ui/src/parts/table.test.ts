import { expect, it } from 'vitest';

Object.assign(globalThis, { window: globalThis, document: { hidden: false, addEventListener: () => {} } });
const { movedBy } = await import('./table');

it('what is in sight stays when rows come or go above it', () => {
  expect(movedBy(['a', 'b', 'c'], ['x', 'y', 'a', 'b', 'c'], 1)).toBe(2);
  expect(movedBy(['a', 'b', 'c'], ['b', 'c'], 1)).toBe(-1);
  expect(movedBy(['a', 'b', 'c'], ['a', 'b', 'c', 'd'], 1)).toBe(0);
});

it('a row that is gone is stood for by the next', () => {
  expect(movedBy(['a', 'b', 'c'], ['x', 'a', 'c'], 1)).toBe(0);
  expect(movedBy(['a', 'b'], ['c'], 0)).toBe(0);
});
