import { expect, it } from 'vitest';
import type { Figure } from '../lib/types';
import { legendOf, named, plannedLooks } from './planned';

const node = (id: string, shape: 'start' | 'end' | 'task') => ({ id, label: id, shape, who: '', signs: [], join: 'none' as const, split: 'none' as const, stacked: false, doubled: false });
const edge = (from: string, to: string) => ({ from, to, label: '', otherwise: false, dashed: false, mark: `c(${from},${to})`, bends: [] });
const figure: Figure = {
  title: 'claim',
  sheets: [{ name: 'claim', title: '', nodes: [node('start', 'start'), node('register', 'task'), node('check', 'task'), node('inform', 'task'), node('pay', 'task')], edges: [edge('register', 'check'), edge('register', 'inform'), edge('check', 'pay')], regions: [], notes: [] }],
};

it('what would be done again, withdrawn, taken and put is marked', () => {
  const steps = [
    "A token is taken out of 'c(register,check)'.",
    "2 tokens are taken out of 'c(register,inform)'.",
    "A token is put into 'start'.",
    "Work item '1#2' of task 'check' is withdrawn: it is no longer possible. What 'anna' has done on it is lost.",
    "Task 'check' is no longer enabled.",
    "Task 'inform' is no longer enabled.",
    "Task 'register' is offered as work item '1#4'.",
  ];
  const looks = plannedLooks(steps, figure);
  expect({ ...looks['claim'] }).toEqual({ start: 'gains', register: 'begins', check: 'withdrawn', inform: 'withdrawn', 'c(register,check)': 'loses', 'c(register,inform)': 'loses' });
  expect(legendOf(looks)).toEqual(['gains', 'begins', 'withdrawn', 'loses']);
});

it('the last that is said of a task holds', () => {
  const steps = ["Work item '1#2' of task 'check' is withdrawn: it was skipped.", "Task 'check' begins.", "An instance of task 'check' counts as completed.", "Task 'check' ends and puts tokens into [c(check,pay), c(check,more)]."];
  expect([...named(steps)]).toEqual([['check', 'completes'], ['c(check,pay)', 'gains'], ['c(check,more)', 'gains']]);
});

it('names with quotes and sub-cases are found, other sentences name nothing', () => {
  expect([...named(["In case '1.1': Task 'o'clock' begins.", "Work item '1#2' of task 'check' fails: x.", "Case '1' is cancelled: no.", "Variable 'check' becomes 1."])]).toEqual([['o\'clock', 'begins'], ['check', 'fails']]);
});
