import { describe, expect, it } from 'vitest';

// The module looks at the document when it is loaded.
Object.assign(globalThis, {
  sessionStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  localStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  document: { hidden: false, addEventListener: () => {} },
  window: globalThis,
});
const { EventText } = await import('./live');

function read(...chunks: string[]) {
  const heard: { id: string | null; name: string; data: string }[] = [];
  const text = new EventText((event) => heard.push(event));
  chunks.forEach((chunk) => text.read(chunk));
  return heard;
}

describe('a stream of events', () => {
  it('is read however it is cut into pieces', () => {
    const whole = ': watching\nid: 7\n\nid: 8~case 1/1/1\nevent: CaseStarted\ndata: {"a":1}\n\n';
    const expected = read(whole);
    expect(expected).toEqual([
      { id: '7', name: '', data: '' },
      { id: '8~case 1/1/1', name: 'CaseStarted', data: '{"a":1}' },
    ]);
    for (let cut = 0; cut <= whole.length; cut++) {
      expect(read(whole.slice(0, cut), whole.slice(cut))).toEqual(expected);
    }
    expect(read(...whole)).toEqual(expected);
  });

  it('may have lines that end as on Windows, and data of several lines', () => {
    expect(read('data: one\r\ndata:two\r\n\r\n')).toEqual([{ id: null, name: '', data: 'one\ntwo' }]);
  });

  it('tells nothing of comments and unfinished events', () => {
    expect(read(': still here\n\n', 'data: half')).toEqual([]);
  });
});
