import { beforeEach, expect, it } from 'vitest';

const kept = new Map<string, string>();
const store = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
  key: (i: number) => [...kept.keys()][i] ?? null,
  get length() {
    return kept.size;
  },
};
Object.assign(globalThis, { sessionStorage: store, localStorage: store });
const { addressOf, draftOf, drafts, draftsOfOthers, keepDraft, processKey, sourceOf } = await import('./drafts');

beforeEach(() => kept.clear());

const draft = (text: string, at = 1) => ({ file: 'claim.pl', text, rules: '', at });

it('a draft of one version is none of the next, which offers it', () => {
  keepDraft(processKey('claim', 2), draft('changed'));
  expect(draftOf(processKey('claim', 2))?.text).toBe('changed');
  expect(draftOf(processKey('claim', 3))).toBeNull();
  expect(draftsOfOthers('claim', 3).map((each) => [each.version, each.text])).toEqual([[2, 'changed']]);
  expect(draftsOfOthers('claim', 2)).toEqual([]);
  expect(draftsOfOthers('other', 3)).toEqual([]);
});

it('a draft from before versions were told apart is offered, not loaded', () => {
  keepDraft('process:claim', draft('old'));
  expect(draftOf(processKey('claim', 1))).toBeNull();
  expect(draftsOfOthers('claim', 1)).toEqual([{ ...draft('old'), key: 'process:claim' }]);
});

it('a key says where the draft is gone on with', () => {
  expect(addressOf(processKey('my claim', 3))).toBe('/edit?process=my%20claim&version=3');
  expect(addressOf('process:claim')).toBe('/edit?process=claim');
  expect(addressOf('file:a&b.pl')).toBe('/edit?file=a%26b.pl');
  expect(addressOf('example:7:x')).toBe('/edit?example=7%3Ax');
  expect(sourceOf(processKey('a:b', 12))).toEqual({ kind: 'process', name: 'a:b', version: 12 });
  keepDraft('file:x.pl', draft('x', 3));
  keepDraft(processKey('claim', 1), draft('y', 2));
  expect(drafts().map((each) => each.key)).toEqual(['file:x.pl', 'process:1:claim']);
});
