import { expect, test } from 'vitest';
import { aligned, along, border, bridges, crosses, headOf, lengthOf, outlines, part, pathOf } from './geometry';

const corner = [
  { x: 0, y: 0 },
  { x: 10, y: 0 },
  { x: 10, y: 20 },
];

test('a length leads to a point of a line, and no farther than its end', () => {
  expect(lengthOf(corner)).toBe(30);
  expect(along(corner, 5)).toMatchObject({ x: 5, y: 0, dx: 1, dy: 0 });
  expect(along(corner, 15)).toMatchObject({ x: 10, y: 5, dx: 0, dy: 1 });
  expect(along(corner, 99)).toMatchObject({ x: 10, y: 20 });
  expect(along([{ x: 3, y: 4 }], 5)).toMatchObject({ x: 3, y: 4 });
});

test('a part of a line keeps the corners between its ends', () => {
  expect(part(corner, 5, 20)).toEqual([{ x: 5, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 10 }]);
  expect(part(corner, 2, 4)).toEqual([{ x: 2, y: 0 }, { x: 4, y: 0 }]);
});

test('a line that only touches a rectangle does not cross it', () => {
  const rect = { x: 10, y: 10, width: 10, height: 10 };
  expect(crosses({ x: 0, y: 15 }, { x: 30, y: 15 }, rect)).toBe(true);
  expect(crosses({ x: 0, y: 10 }, { x: 30, y: 10 }, rect)).toBe(false);
  expect(crosses({ x: 0, y: 0 }, { x: 9, y: 30 }, rect)).toBe(false);
  expect(crosses({ x: 5, y: 5 }, { x: 25, y: 25 }, rect)).toBe(true);
});

test('a way leaves a rectangle at its border', () => {
  expect(border({ x: 0, y: 0, width: 10, height: 10 }, { x: 5, y: 5 }, { x: 25, y: 5 })).toEqual({ x: 10, y: 5 });
});

test('the outline of two rectangles that overlap is one way with eight corners', () => {
  const ways = outlines([
    { x: 0, y: 0, width: 10, height: 10 },
    { x: 5, y: 5, width: 10, height: 10 },
  ]);
  expect(ways).toHaveLength(1);
  expect(ways[0]).toHaveLength(8);
});

test('rectangles apart have outlines of their own, and a ring has two', () => {
  expect(outlines([{ x: 0, y: 0, width: 1, height: 1 }, { x: 5, y: 5, width: 1, height: 1 }])).toHaveLength(2);
  const ring = outlines([
    { x: 0, y: 0, width: 30, height: 10 },
    { x: 0, y: 20, width: 30, height: 10 },
    { x: 0, y: 0, width: 10, height: 30 },
    { x: 20, y: 0, width: 10, height: 30 },
  ]);
  expect(ring).toHaveLength(2);
  expect(outlines([])).toEqual([]);
});

test('sides that are nearly in line become one', () => {
  expect(
    aligned([
      { x: 0, y: 0, width: 50, height: 50 },
      { x: 100, y: 4, width: 50, height: 52 },
      { x: 200, y: 30, width: 50, height: 50 },
    ]),
  ).toEqual([
    { x: 0, y: 0, width: 50, height: 56 },
    { x: 100, y: 0, width: 50, height: 56 },
    { x: 200, y: 30, width: 50, height: 50 },
  ]);
});

test('bridges join neighbours, and never over what must stay outside', () => {
  const pair = [
    { x: 0, y: 0, width: 50, height: 50 },
    { x: 100, y: 0, width: 50, height: 50 },
  ];
  const [bridge] = bridges(pair, []);
  expect(bridge).toMatchObject({ y: 0, height: 50 });
  expect(bridges(pair, [{ x: 60, y: -10, width: 20, height: 70 }])).toEqual([]);
  expect(bridges(pair, [{ x: 60, y: 0, width: 20, height: 20 }])).toHaveLength(1);
  expect(bridges([pair[0]!, { x: 900, y: 0, width: 50, height: 50 }], [])).toEqual([]);
});

test('an arrow points into the direction of its last part', () => {
  const [tip, one, other] = headOf(corner);
  expect(tip).toEqual({ x: 10, y: 20 });
  expect(one!.y).toBeLessThan(20);
  expect(one!.x + other!.x).toBeCloseTo(20);
});

test('paths have round corners where there is room for them', () => {
  expect(pathOf(corner, 4)).toBe('M0 0L6 0Q10 0 10 4L10 20');
  expect(pathOf([], 4)).toBe('');
});
