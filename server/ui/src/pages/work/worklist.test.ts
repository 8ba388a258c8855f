import { afterEach, beforeEach, expect, it, vi } from 'vitest';

Object.assign(globalThis, {
  sessionStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  localStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  document: { hidden: false, addEventListener: () => {} },
  window: globalThis,
});
const { Watching } = await import('./worklist');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function answering(status: number) {
  const asked = vi.fn(() => Promise.resolve(new Response(JSON.stringify({ title: 'No', detail: 'The role worker may not read work. (MR-5003)', code: 'MR-5003' }), { status })));
  vi.stubGlobal('fetch', asked);
  return asked;
}

it.each([401, 403, 404])('a worklist that is answered with %i is not asked for again and again', async (status) => {
  const asked = answering(status);
  const watching = new Watching({ participant: 'anna' });
  watching.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(watching.problem.value?.detail).toContain('may not read work');
  expect(watching.brokenSince.value).toBeUndefined();
  watching.visibility();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
  // Somebody may ask once more.
  watching.again();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
  watching.end();
});

it('a server that is busy is asked again', async () => {
  const asked = answering(503);
  const watching = new Watching({ participant: 'anna' });
  watching.start();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.mock.calls.length).toBeGreaterThan(5);
  expect(watching.brokenSince.value).toBeDefined();
  watching.end();
});
