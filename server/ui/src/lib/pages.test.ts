import { expect, it } from 'vitest';

// The modules look at the document when they are loaded.
Object.assign(globalThis, {
  sessionStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  localStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  document: { hidden: false, addEventListener: () => {} },
  window: globalThis,
});
const { readTo } = await import('./pages');

/** A list of numbers, as the server gives it in pages. */
function listOf(length: number, asked: number[] = []) {
  return (limit: number, cursor: string | undefined) => {
    asked.push(limit);
    const from = Number(cursor ?? 0);
    const to = Math.min(length, from + limit);
    return Promise.resolve({ items: Array.from({ length: to - from }, (_, i) => from + i), ...(to < length ? { cursor: String(to) } : {}), count: length });
  };
}

it('is read again as far as it was read, however far that is', async () => {
  const asked: number[] = [];
  const page = await readTo(() => 2_300, listOf(5_000, asked));
  expect(page.items).toEqual(Array.from({ length: 2_300 }, (_, i) => i));
  expect(page.cursor).toBe('2300');
  expect(page.count).toBe(5_000);
  expect(asked).toEqual([1_000, 1_000, 300]);
});

it('ends where the list ends', async () => {
  const page = await readTo(() => 2_300, listOf(1_200));
  expect(page.items.length).toBe(1_200);
  expect(page.cursor).toBeUndefined();
});

it('goes as far as somebody scrolls while it is read', async () => {
  let length = 100;
  const read = listOf(500);
  const page = await readTo(
    () => length,
    (limit, cursor) => {
      length = 200;
      return read(limit, cursor);
    },
  );
  expect(page.items.length).toBe(200);
});
