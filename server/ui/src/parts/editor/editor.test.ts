import { describe, expect, it } from 'vitest';
import { compareLines, nearChanges, oneEdit } from './lines';
import { definitionOf, kindOf, namesIn, placesIn } from './text';

describe('the language of a text', () => {
  it('follows from the file and the content', () => {
    expect(kindOf('a.deps', 'dep x: a -> b;')).toBe('rules');
    expect(kindOf('a.yawl', '')).toBe('yawl');
    expect(kindOf('a.pl', 'initial_activity(a).')).toBe('facts');
    expect(kindOf('a.pl', '% rpc(x, y, Z) is not here\ninitial_activity(a).')).toBe('facts');
    expect(kindOf('a.pl', ':- go.\ngo :- rpc(anna, hi, X), replycontent(X, _).')).toBe('logic');
    expect(kindOf('a.pl', ':- language(history).\nlate(X) :- foo(X).')).toBe('history');
    expect(kindOf('a.pnml', '<pnml/>')).toBe('petri');
  });
});

describe('places in a refusal', () => {
  it('are all found, without the quoted lines', () => {
    const detail = "x.pl:3:1: there is no fact 'rolle'; is 'role' meant. See docs/languages/nets.md for the facts that make a net. (MR-2034)\nrolle(b,c).\n^\nx.pl:4:7: another. (MR-2035)\ntimr(a,3).\n      ^";
    expect(placesIn({ status: 422, title: '', code: 'MR-2034', detail })).toEqual([
      { file: 'x.pl', line: 3, column: 1, message: "There is no fact 'rolle'; is 'role' meant.", code: 'MR-2034', severity: 'error' },
      { file: 'x.pl', line: 4, column: 7, message: 'Another.', code: 'MR-2035', severity: 'error' },
    ]);
  });

  it('are found where the sentence goes on behind the marker', () => {
    const detail = 'x.pl:3:24: an operator is expected here (operator_expected)\ngo :- rpc(anna, hi, X) reply.\n     ^. Correct the marked place. (MR-2003)';
    expect(placesIn({ status: 422, title: '', code: 'MR-2003', detail })[0]).toMatchObject({ line: 3, column: 24, message: 'An operator is expected here', code: 'MR-2003' });
  });

  it('are none where a sentence names none', () => {
    expect(placesIn({ status: 422, title: '', detail: "The language of 'x.pl' is not known." })).toEqual([]);
  });
});

describe('where a node is defined', () => {
  const text = '% pay is last\ninitial_activity(check).\nxor_split(check, [pay, look]).\nxor_join([check, look], pay).\n';
  it('is its split or join first', () => {
    expect(text.slice(0, definitionOf('check', text, 'facts')!.from)).toMatch(/xor_split\($/);
    expect(text.slice(0, definitionOf('pay', text, 'facts')!.from)).toMatch(/look\], $/);
    expect(text.slice(0, definitionOf('look', text, 'facts')!.from)).toMatch(/\[pay, $/);
    expect(definitionOf('nobody', text, 'facts')).toBeNull();
  });
  it('is the element in YAWL', () => {
    expect(definitionOf('b', '<task id="a"/><task id="b"/>', 'yawl')).toEqual({ from: 24, to: 25 });
  });
});

it('names of tasks are completed, those of facts are not', () => {
  expect(namesIn("initial_activity(check).\nsequential(check, pay). % not_me\n", 'facts')).toEqual(['check', 'pay']);
});

describe('differences of lines', () => {
  it('are the fewest', () => {
    const lines = compareLines('a\nb\nc\nd\n', 'a\nx\nc\nd\ne\n');
    expect(lines.map((line) => ({ same: ' ', added: '+', removed: '-' })[line.what] + line.text)).toEqual([' a', '-b', '+x', ' c', ' d', '+e']);
    expect(lines.at(-1)).toEqual({ what: 'added', text: 'e', after: 5 });
  });
  it('show what is near', () => {
    const before = Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n');
    expect(nearChanges(compareLines(before, before.replace('line 10', 'new')), 1)).toHaveLength(6);
    expect(nearChanges(compareLines(before, before))).toEqual([null]);
  });
  it('are one edit', () => {
    expect(oneEdit('xor_join(a)', 'and_join(a)')).toEqual({ from: 0, to: 3, insert: 'and' });
    expect(oneEdit('aa', 'aaa')).toEqual({ from: 2, to: 2, insert: 'a' });
  });
});
