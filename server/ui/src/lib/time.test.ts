import { expect, test } from 'vitest';

// The module keeps a clock when it is loaded.
Object.assign(globalThis, { window: { setInterval: () => 0 } });
process.env['TZ'] = 'Asia/Tokyo';
const { ago, day, span } = await import('./time');

test('a day that was chosen in the reader\'s zone is shown as it was chosen', () => {
  const chosen = new Date('2026-11-10T00:00:00');
  expect(chosen.toISOString()).toBe('2026-11-09T15:00:00.000Z');
  expect(day(chosen.getTime())).toBe('2026-11-10');
});

test('lengths and distances are never negative', () => {
  expect(span(-5_000)).toBe('5 s');
  expect(ago(10_000, 5_000)).toBe('in 5 s');
  expect(ago(5_000, 10_000)).toBe('5 s ago');
});
