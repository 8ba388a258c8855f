import { expect, it } from 'vitest';

Object.assign(globalThis, {
  sessionStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  localStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  window: globalThis,
});
const { ProblemError } = await import('../lib/api');
const { NOTHING, oneByOne, summary } = await import('./one-by-one');
type Progress = typeof NOTHING;

const ids = Array.from({ length: 10 }, (_, i) => String(i + 1));

it('who stops it hears what was done and what not', async () => {
  let last: Progress = NOTHING;
  const begun: string[] = [];
  await oneByOne(
    ids,
    async (id) => {
      begun.push(id);
      await Promise.resolve();
      return [{ done: true }];
    },
    (progress) => (last = progress),
    () => begun.length >= 5,
  );
  expect(last.state).toBe('stopped');
  // What has begun is not cut off in the middle.
  expect(last.done).toBe(begun.length);
  expect([...begun, ...last.left!]).toEqual(ids);
  expect(summary(last)).toBe(`Done in ${begun.length} cases, refused in 0; ${10 - begun.length} cases left as they were: ${last.left!.join(', ')}.`);
});

it('an answer that does not come ends it, and does not hide what was done', async () => {
  let last: Progress = NOTHING;
  await oneByOne(
    ids,
    (id) =>
      id === '2'
        ? Promise.resolve([{ possible: false, refusal: 'It has ended. (MR-1002)' }])
        : id === '6'
          ? Promise.reject(new ProblemError({ status: 0, title: '', detail: 'The server does not answer.' }))
          : Promise.resolve([{ done: true }]),
    (progress) => (last = progress),
    () => false,
  );
  expect(last.state).toBe('failed');
  expect(last.failure).toBe('The server does not answer.');
  expect(last.unknown).toEqual(['6']);
  expect(last.refusals).toEqual([{ case: '2', code: 'MR-1002', detail: 'It has ended. (MR-1002)' }]);
  expect(last.done + last.refused + 1 + last.left!.length).toBe(10);
});
