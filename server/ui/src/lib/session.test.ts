import { beforeEach, describe, expect, it } from 'vitest';

// The modules look at the browser's stores when they are loaded.
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
const { headerText, identityHeaders, key, may, maySeeCases, me, tenant } = await import('./session');
const { findDraft, keepDraft } = await import('../parts/form/draft');
const texts = await import('../pages/edit/drafts');

beforeEach(() => {
  kept.clear();
  key.value = '';
  tenant.value = '';
  me.value = null;
});

describe('headers', () => {
  it('hold what a header can hold, whatever was typed', () => {
    expect(headerText('why not')).toBe('why not');
    expect(headerText('größer\r\nX: 1')).toBe("UTF-8''gr%C3%B6%C3%9Fer%0D%0AX%3A%201");
    expect(headerText("UTF-8''%41")).toBe('UTF-8%27%27%2541'.replace(/^/, "UTF-8''"));
    key.value = '“schlüssel”';
    expect(() => new Headers(identityHeaders())).not.toThrow();
    key.value = 'mr_1-a.b~c';
    expect(identityHeaders()['Authorization']).toBe('Bearer mr_1-a.b~c');
  });
});

describe('who reads', () => {
  it('hears what happens only if the role lets them look at cases', () => {
    expect(maySeeCases()).toBe(false);
    const roles = (...names: string[]) => (me.value = { roles: names } as unknown as NonNullable<typeof me.value>);
    roles('participant', 'worker');
    expect([maySeeCases(), may('worker')]).toEqual([false, true]);
    roles('auditor');
    expect(maySeeCases()).toBe(true);
  });
});

describe('drafts', () => {
  it('of one tenant are not those of another', () => {
    keepDraft('work.1#1.anna', { at: 1, typed: {} as never, schema: 's' });
    texts.keepDraft('process:claim', { file: 'claim.pl', text: 'a', rules: '', at: 1 });
    tenant.value = 'other';
    expect(findDraft('work.1#1.anna', 's')).toBeNull();
    expect(texts.draftOf('process:claim')).toBeNull();
    texts.keepDraft('process:claim', { file: 'claim.pl', text: 'b', rules: '', at: 2 });
    expect(texts.drafts().map((each) => [each.key, each.text])).toEqual([['process:claim', 'b']]);
    tenant.value = '';
    expect(findDraft('work.1#1.anna', 's')?.at).toBe(1);
    expect(texts.drafts().map((each) => [each.key, each.text])).toEqual([['process:claim', 'a']]);
  });
});
