import { expect, it } from 'vitest';
import { narrowed, NO_OFFSET } from './clock';

it('clocks that agree stay as they are', () => {
  expect(narrowed(NO_OFFSET, 10_000, 10_300, 10_350).value).toBe(0);
});

it('a clock that is wrong is corrected to less than a second, and better with every answer', () => {
  // The reader's clock is 10 minutes ahead.
  const wrong = 600_000;
  const answered = (server: number) => [Math.floor(server / 1_000) * 1_000, server + wrong - 20, server + wrong + 20] as const;
  let known = narrowed(NO_OFFSET, ...answered(50_500));
  expect(Math.abs(known.value + wrong)).toBeLessThan(600);
  for (const server of [51_020, 52_980, 53_500]) {
    known = narrowed(known, ...answered(server));
  }
  expect(Math.abs(known.value + wrong)).toBeLessThan(60);
});

it('a clock that is set meanwhile is noticed', () => {
  const before = narrowed(NO_OFFSET, 10_000, 10_300, 10_350);
  expect(Math.abs(narrowed(before, 3_610_000, 10_900, 10_950).value - 3_599_500)).toBeLessThan(600);
});
