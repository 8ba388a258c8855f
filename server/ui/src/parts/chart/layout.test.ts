import { describe, expect, it } from 'vitest';
import { placed, type Bar } from './layout';

const bar = (id: string, from: number, to?: number): Bar => ({ id, row: 'anna', from, ...(to === undefined ? {} : { to }), title: id, group: 'g' });

describe('bars of a row', () => {
  it('are in lanes while they overlap', () => {
    const { places, lanes } = placed('anna', [bar('a', 0, 50), bar('b', 20, 70), bar('c', 50, 90)], 0, 100, 100, 1);
    expect(lanes).toBe(2);
    expect(places.map((each) => [each.bars[0]!.id, each.lane])).toEqual([['a', 0], ['b', 1], ['c', 0]]);
  });

  it('last until now while they are open, and end with the period', () => {
    const { places } = placed('anna', [bar('a', 10), bar('b', 60, 500)], 0, 100, 40, 1);
    expect(places.map((each) => [each.from, each.to])).toEqual([[10, 40], [60, 100]]);
  });

  it('are left out before and after the period', () => {
    expect(placed('anna', [bar('a', 0, 5), bar('b', 200, 210)], 10, 100, 300, 1).places).toEqual([]);
  });

  it('become one where they are too short to see', () => {
    const many = Array.from({ length: 1_000 }, (_, i) => bar(`b${i}`, i * 0.1, i * 0.1 + 0.05));
    const { places } = placed('anna', many, 0, 100, 100, 1);
    expect(places.length).toBeLessThan(110);
    expect(places.reduce((sum, each) => sum + each.bars.length, 0)).toBe(1_000);
  });
});
