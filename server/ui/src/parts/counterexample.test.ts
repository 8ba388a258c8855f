import { expect, it } from 'vitest';
import type { Counterexample, Figure } from '../lib/types';
import { kindInWords, scene, stepInWords, taskOf, tokensOf } from './counterexample';

const node = (id: string, shape: 'start' | 'end' | 'task') => ({ id, label: id, shape, who: '', signs: [], join: 'none' as const, split: 'none' as const, stacked: false, doubled: false });
const figure: Figure = { title: 'x', sheets: [{ name: 'x', title: 'x', nodes: [node('start', 'start'), node('a', 'task'), node('d', 'task')], edges: [], regions: [], notes: [] }] };
const problem: Counterexample = {
  kind: 'deadlock',
  net: 'x',
  nodes: ['d', 'c(b,d)'],
  trace: ['a', 'start(b)'],
  choices: [['b'], null],
  tokens: ['c(b,d)*2', 'exec(e)'],
  message: 'stuck',
  steps: [
    { step: 'a', sheet: 'x', task: 'a', marks: { x: { 'c(a,b)': 1 } } },
    { step: 'start(b)', sheet: 'x', task: 'b', marks: { x: { 'c(b,d)': 1 } } },
  ],
};

it('tokens are read as scenarios write them', () => {
  expect(tokensOf(['end', 'c(b,d)*2', 'exec(t)'])).toEqual({ end: 1, 'c(b,d)': 2, t: 1 });
  expect(taskOf('complete(pay)')).toBe('pay');
});

it('a counterexample begins at the start, shows what is next, and ends with the trouble', () => {
  expect(scene(problem, 0, figure)).toEqual({ marks: { x: { start: 1 } }, looks: { x: { a: 'next' } } });
  expect(scene(problem, 1, figure)).toEqual({ marks: { x: { 'c(a,b)': 1 } }, looks: { x: { a: 'done', b: 'next' } } });
  expect(scene(problem, 2, figure)).toEqual({ marks: { x: { 'c(b,d)': 1 } }, looks: { x: { d: 'trouble', 'c(b,d)': 'trouble' } } });
});

it('without the tokens of each step the last one shows those of the end', () => {
  const { steps: _, ...plain } = problem;
  expect(scene(plain, 1, figure).marks).toEqual({});
  expect(scene(plain, 2, figure).marks).toEqual({ x: { 'c(b,d)': 2, e: 1 } });
});

it('steps are said in words', () => {
  expect(stepInWords(problem, 0)).toBe("'a' is carried out, and goes on to 'b'");
  expect(stepInWords(problem, 1)).toBe("'b' starts");
});

it('nets, tasks and conditions may be called what every object has already', () => {
  expect(Object.entries(tokensOf(['constructor*2', '__proto__', 'exec(toString)']))).toEqual([['constructor', 2], ['__proto__', 1], ['toString', 1]]);
  const net = { ...problem, net: '__proto__', nodes: ['constructor'], tokens: ['__proto__'], steps: [] };
  const drawn = { ...figure, sheets: [{ ...figure.sheets[0]!, name: '__proto__' }] };
  const last = scene(net, 2, drawn);
  expect(Object.entries(last.looks['__proto__']!)).toEqual([['constructor', 'trouble']]);
  expect(Object.entries(last.marks['__proto__']!)).toEqual([['__proto__', 1]]);
  expect(Object.entries(scene(net, 0, drawn).marks['__proto__']!)).toEqual([['start', 1]]);
  expect(kindInWords('constructor')).toBe('constructor');
});
