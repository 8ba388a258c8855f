import ELK from 'elkjs/lib/elk.bundled.js';
import { expect, test, vi } from 'vitest';
import type { Figure } from '../../lib/types';
import { areaOf, boxOf, decorator, labelOf, tieOf, tokenPlaces, type Laid } from './boxes';
import { countOf } from './draw';
import { meets } from './geometry';
import { flightsOf } from './glide';
import { guess, layered } from './layout';
import { hasOwnLayout, ownLayout, struck } from './own';
import { chain, claim, edge, journey, large, node, odd, placed } from './samples';
import { stageOf } from './stage';
import { figureOf } from './states';
import { linesOf, widthOf } from './text';
import { firstZoom, whole } from './view';
import { neighbours, order, walk } from './walk';
import { flowOf, kindOf, nameOf, stateOf } from './words';

vi.setConfig({ testTimeout: 60_000 });

const elk = new ELK();
const lay = (figure: Figure, room = 1_280): Promise<Laid[]> => Promise.all(figure.sheets.map((sheet) => layered(sheet, room, (graph) => elk.layout(graph))));

test('long labels are wrapped and nothing of them is lost', () => {
  const text = 'a label of eighty characters that goes on and on until it has reached its very end';
  const lines = linesOf(text, 128);
  expect(lines.join(' ')).toBe(text);
  expect(lines.every((line) => widthOf(line) <= 128)).toBe(true);
  const word = 'getTheVeryLongAndUnbrokenNameOfThisTaskFromTheOtherSystem';
  expect(linesOf(word, 128).join('')).toBe(word);
  expect(linesOf(word, 128)[0]).toMatch(/[a-z]$/);
  expect(linesOf('', 128)).toEqual([]);
});

test('decorators point as in YAWL', () => {
  // An AND-join points into its task at the right, an XOR-join away from it; splits the other way round; OR is a diamond.
  expect(decorator('and', true, 0, 0)[1]).toEqual({ x: 12, y: 0 });
  expect(decorator('xor', true, 0, 0)[1]).toEqual({ x: 0, y: 0 });
  expect(decorator('and', false, 0, 0)[1]).toEqual({ x: 0, y: 0 });
  expect(decorator('xor', false, 0, 0)[1]).toEqual({ x: 12, y: 0 });
  expect(decorator('or', true, 0, 0)).toHaveLength(4);
  expect(decorator('none', true, 0, 0)).toEqual([]);
});

test('a box is as large as its symbol with its strips and its texts', () => {
  expect(boxOf(node('a', 'task', { join: 'and' }))).toMatchObject({ left: 34, right: 22, half: 22 });
  expect(boxOf(node('p', 'place'))).toMatchObject({ left: 18, below: 18 });
  const long = boxOf(node('x', 'task', { label: 'a rather long label', who: 'somebody' }));
  expect(long.width).toBeGreaterThan(88);
  expect(long.below).toBeGreaterThan(long.half + 30);
});

test('a condition that is too long for its line becomes a footnote, the same one for the same text', () => {
  const notes: string[] = [];
  const text = 'x > 1 and '.repeat(20);
  expect(labelOf(edge('a', 'b', { label: text }), notes)!.lines).toEqual(['[1]']);
  expect(labelOf(edge('a', 'c', { label: text }), notes)!.lines).toEqual(['[1]']);
  expect(labelOf(edge('a', 'd', { label: 'y' }), notes)!.lines).toEqual(['y']);
  expect(notes).toHaveLength(1);
});

test('a claim is laid out from left to right without lines through texts', async () => {
  const [laid] = await lay(claim);
  expect(struck(laid!)).toBe(0);
  const x = (id: string) => laid!.boxes.get(id)!.x;
  expect([x('i'), x('register'), x('check_policy'), x('decide'), x('pay'), x('archive'), x('o')]).toEqual([x('i'), x('register'), x('check_policy'), x('decide'), x('pay'), x('archive'), x('o')].sort((a, b) => a - b));
  for (const line of laid!.lines) {
    const to = laid!.boxes.get(line.edge.to)!;
    const end = line.points[line.points.length - 1]!;
    expect(Math.abs(end.y - to.y)).toBeLessThanOrEqual(to.half);
    expect(end.x).toBeLessThan(to.x);
    if (line.label) {
      expect([...laid!.boxes.values()].some((box) => meets(line.label!, { x: box.x - box.left, y: box.y - box.half, width: box.left + box.right, height: box.half * 2 }))).toBe(false);
    }
  }
});

test('odd names and regions are laid out, too', async () => {
  for (const figure of [odd, journey, large(50)]) {
    for (const laid of await lay(figure)) {
      expect(struck(laid)).toBe(0);
    }
  }
});

test('a chain that is too long for the room goes on in rows; a short one does not', async () => {
  const [long] = await lay(chain(30));
  expect(long!.width).toBeLessThan(1_500);
  expect(new Set([...long!.boxes.values()].map((box) => Math.round(box.y))).size).toBeGreaterThan(1);
  const [short] = await lay(chain(5));
  expect(new Set([...short!.boxes.values()].map((box) => Math.round(box.y))).size).toBe(1);
});

test('the guess of the size is not far from the size', async () => {
  for (const figure of [claim, journey, chain(6), chain(30), large(40)]) {
    const [laid] = await lay(figure);
    const about = guess(figure.sheets[0]!, 1_280);
    expect(about.height / laid!.height).toBeGreaterThan(0.5);
    expect(about.height / laid!.height).toBeLessThan(2);
  }
});

test('the layout of a file is kept', () => {
  const [sheet] = placed.sheets;
  expect(hasOwnLayout(sheet!)).toBe(true);
  expect(hasOwnLayout(claim.sheets[0]!)).toBe(false);
  expect(hasOwnLayout({ ...sheet!, nodes: sheet!.nodes.map((each) => ({ ...each, at: { x: 0, y: 0 } })) })).toBe(false);
  const laid = ownLayout(sheet!);
  expect(struck(laid)).toBe(0);
  const at = (id: string) => laid.boxes.get(id)!;
  expect(at('A').y).toBe(at('i').y);
  expect(at('B').y).toBeLessThan(at('A').y);
  expect(at('C').x).toBe(at('B').x);
});

test('tokens are in conditions, at the corner of tasks, and in the middle of lines', async () => {
  const [laid] = await lay(claim);
  const places = tokenPlaces(laid!);
  const start = laid!.boxes.get('i')!;
  expect(places.get('i')).toEqual({ x: start.x, y: start.y });
  const task = laid!.boxes.get('pay')!;
  expect(places.get('pay')!.x).toBeGreaterThan(task.x + 10);
  expect(places.get('pay')!.y).toBeGreaterThan(task.y + 10);
  const between = places.get('c(register,check_policy)')!;
  expect(between.x).toBeGreaterThan(laid!.boxes.get('register')!.x);
  expect(between.x).toBeLessThan(laid!.boxes.get('check_policy')!.x);
  expect(countOf(999)).toBe('999');
  expect(countOf(1_234)).toBe('1.2k');
  expect(countOf(100_000)).toBe('100k');
});

test('a region is around its nodes and has a line from its owner', async () => {
  const [laid] = await lay(journey);
  const region = journey.sheets[0]!.regions[0]!;
  const area = areaOf(region, laid!);
  expect(area.parts).toHaveLength(5);
  const outside = laid!.boxes.get('pay')!;
  expect(area.joined.some((rect) => meets(rect, { x: outside.x - 10, y: outside.y - 10, width: 20, height: 20 }))).toBe(false);
  const tie = tieOf(laid!.boxes.get('give_up')!, area.parts, laid!);
  expect(tie!.every((point) => Number.isFinite(point.x) && Number.isFinite(point.y))).toBe(true);
});

test('a new token comes from the nearest place behind it that lost one', async () => {
  const [laid] = await lay(claim);
  const places = tokenPlaces(laid!);
  const split = flightsOf({ register: 1 }, { 'c(register,check_policy)': 1, 'c(register,check_damage)': 1 }, laid!, places);
  expect(split.map((flight) => flight.to).sort()).toEqual(['c(register,check_damage)', 'c(register,check_policy)']);
  expect(split[0]!.way[0]).toEqual(places.get('register'));
  // Through tasks that nobody does in one step.
  expect(flightsOf({ 'c(decide,pay)': 1 }, { o: 1 }, laid!, places)).toHaveLength(1);
  expect(flightsOf({}, { o: 1 }, laid!, places)).toEqual([]);
  expect(flightsOf({ o: 1 }, { i: 1 }, laid!, places)).toEqual([]);
});

test('arrow keys walk along the flow, to siblings, and to the next sheet', async () => {
  const { sheets } = stageOf(journey, await lay(journey));
  const from = (id: string, sheet = 0) => ({ sheet, node: id });
  expect(order(sheets[0]!)[0]).toBe('i');
  expect(new Set(order(sheets[0]!)).size).toBe(journey.sheets[0]!.nodes.length);
  expect(walk(sheets, from('i'), 'next').node).toBe('plan');
  expect(walk(sheets, from('plan'), 'back').node).toBe('i');
  expect(walk(sheets, from('i'), 'back').node).toBe('i');
  expect(neighbours(sheets[0]!, 'plan', true)).toContain(walk(sheets, from('plan'), 'next').node);
  const below = walk(sheets, from('book_flight'), 'down').node;
  expect(sheets[0]!.laid.boxes.get(below)!.y).toBeGreaterThan(sheets[0]!.laid.boxes.get('book_flight')!.y);
  expect(walk(sheets, from('i'), 'last')).toEqual({ sheet: 1, node: 'o' });
  expect(walk(sheets, from('i', 1), 'up').sheet).toBe(0);
});

test('sheets are below each other with their titles and sentences', async () => {
  const stage = stageOf(journey, await lay(journey));
  expect(stage.sheets.map((each) => each.heading)).toEqual(['journey', 'book flight']);
  expect(stage.sheets[1]!.top).toBeGreaterThan(stage.sheets[0]!.top + stage.sheets[0]!.laid.height);
  expect(stage.sheets[0]!.told.map((told) => told.text)).toContain('A: give up cancels what was booked and not yet paid');
  expect(stageOf(claim, await lay(claim)).sheets[0]!.heading).toBe('');
});

test('a node is said in words', () => {
  const [sheet] = claim.sheets;
  const decide = sheet!.nodes.find((each) => each.id === 'decide')!;
  expect(nameOf(decide)).toBe('decide');
  expect(nameOf(node('i', 'start'))).toBe('input condition');
  expect(kindOf(decide)).toBe('task, done by people, by clerk or manager, AND-join: all, XOR-split: exactly one');
  expect(stateOf(decide, 2, 'late', '40 min', 'waits for anna')).toBe('2 running, late, 40 min, waits for anna');
  expect(stateOf(node('p', 'place'), 1, undefined, undefined, '')).toBe('1 token');
  expect(flowOf(decide, sheet!)).toBe('leads to pay if approved = true; reject otherwise');
});

test('a picture begins whole if it can be read then, else as large as can be read', () => {
  expect(firstZoom(500, 300, 1_000, 600)).toBe(1);
  expect(firstZoom(1_200, 300, 1_000, 600)).toBeCloseTo(0.833, 2);
  expect(firstZoom(5_000, 300, 1_000, 600)).toBe(0.7);
  expect(whole(5_000, 300, 1_000, 600)).toBe(0.2);
});

test('moves between the same states are one line', () => {
  const figure = figureOf([{ id: '0', label: 'a' }, { id: '1', label: 'b' }], [
    { from: '0', to: '1', label: 'x' },
    { from: '0', to: '1', label: 'y' },
    { from: '1', to: '1', label: 'z' },
  ]);
  expect(figure.sheets[0]!.edges.map((each) => each.label)).toEqual(['x, y', 'z']);
});
