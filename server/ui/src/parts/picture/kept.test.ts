import { beforeEach, expect, it } from 'vitest';
import { keepLayout, keptLayout, nameOf, read, written } from './kept';

const kept: Record<string, string> = {};
beforeEach(() => {
  Object.keys(kept).forEach((name) => delete kept[name]);
  Object.assign(globalThis, {
    sessionStorage: new Proxy(kept, {
      get: (all, name: string) =>
        name === 'getItem' ? (key: string) => all[key] ?? null : name === 'setItem' ? (key: string, value: string) => void (all[key] = value) : name === 'removeItem' ? (key: string) => void delete all[key] : all[name],
    }),
  });
});

const node = { id: '__proto__', label: 'a', shape: 'task' as const, who: '', signs: [], join: 'none' as const, split: 'none' as const, stacked: false, doubled: false };
const laid = {
  width: 100,
  height: 50,
  boxes: new Map([['__proto__', { node, x: 1, y: 2, left: 3, right: 4, half: 5, label: ['a'], who: [], text: 6, width: 7, below: 8 }]]),
  lines: [{ edge: { from: 'a', to: 'b', label: '', otherwise: false, dashed: false, mark: 'c(a,b)', bends: [] }, points: [{ x: 1, y: 2 }], label: null }],
  footnotes: ['x'],
};

it('a layout that was kept is the layout', () => {
  expect(read(written(laid))).toEqual(laid);
  keepLayout('a structure', laid);
  expect(keptLayout('a structure')).toEqual(laid);
  expect(keptLayout('another structure')).toBeNull();
});

it('only the latest are kept', () => {
  for (let i = 0; i < 100; i++) {
    keepLayout(`structure ${i}`, laid);
  }
  expect(Object.keys(kept).length).toBe(60);
  expect(keptLayout('structure 99')).toEqual(laid);
});

it('names of different structures differ', () => {
  expect(new Set(Array.from({ length: 5_000 }, (_, i) => nameOf(`{"id":"n${i}"}`))).size).toBe(5_000);
});
