import { expect, test } from 'vitest';
import type { Work } from '../../lib/types';
import { fits, grouped, type Wanted } from './order';

const NOW = new Date(2030, 0, 16, 12).getTime(); // A Wednesday.
const at = (day: number, hour = 12) => new Date(2030, 0, day, hour).toISOString();
const work = (id: string, more: Partial<Work> = {}): Work => ({ work: id, case: id.split('#')[0]!, process: 'claim', task: 'assess', state: 'offered', offered: at(1), priority: 100, by: 'people', input: { town: 'Bonn' }, ...more });
const ALL: Wanted = { process: '', task: '', state: '', case: '', late: false, text: '' };

test('work is grouped by when it is due, then by priority', () => {
  const items = [work('1#1'), work('2#1', { due: at(15) }), work('3#1', { due: at(16, 23) }), work('4#1', { due: at(20) }), work('5#1', { due: at(21, 1) }), work('6#1', { due: at(16, 20), priority: 200 })];
  expect(grouped(items, NOW).map((group) => [group.name, ...group.items.map((each) => each.work)])).toEqual([
    ['Late', '2#1'],
    ['Today', '6#1', '3#1'],
    ['This week', '4#1'],
    ['Later', '5#1'],
    ['No due date', '1#1'],
  ]);
});

test('work is found by its case, its key, its input and whether it is late', () => {
  expect(fits(work('7.1#2'), { ...ALL, case: '7' }, NOW)).toBe(true);
  expect(fits(work('71#2'), { ...ALL, case: '7' }, NOW)).toBe(false);
  expect(fits(work('7#2'), { ...ALL, case: 'C-7' }, NOW, 'C-7')).toBe(true);
  expect(fits(work('7#2'), { ...ALL, text: 'bonn ass' }, NOW)).toBe(true);
  expect(fits(work('7#2'), { ...ALL, text: 'köln' }, NOW)).toBe(false);
  expect(fits(work('7#2', { due: at(3) }), { ...ALL, late: true }, NOW)).toBe(true);
  expect(fits(work('7#2'), { ...ALL, late: true }, NOW)).toBe(false);
});
