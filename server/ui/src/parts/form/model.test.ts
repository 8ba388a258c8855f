import { describe, expect, test } from 'vitest';
import type { Json, Schema } from '../../lib/types';
import { writeExactly, readExactly } from '../../lib/exact';
import { begin, below, durationOf, guess, kindOf, read, refusals, words, type Anything, type Parts, type Row } from './model';

const CLAIM: Schema = {
  type: 'object',
  properties: {
    amount: { type: 'number', minimum: 0, maximum: 1000 },
    pieces: { type: 'integer' },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    approved: { type: 'boolean' },
    category: { enum: ['travel', 'meals', 3] },
    items: { type: 'array', items: { type: 'object', properties: { what: { type: 'string' } }, required: ['what'], additionalProperties: false } },
    address: { anyOf: [{ type: 'object', properties: { town: { type: 'string' } }, required: ['town'] }, { type: 'null' }] },
  },
  required: ['amount', 'approved', 'category', 'items'],
  additionalProperties: false,
};

const typed = (value: Json) => begin(CLAIM, value, false);

describe('a form', () => {
  test('says what each field needs', () => {
    const { wrong } = read(CLAIM, typed({}), false);
    expect([...wrong.keys()]).toEqual(['amount', 'approved', 'category']);
  });
  test('gives back what it was given, with all digits', () => {
    const text = '{"amount":12.50,"pieces":12345678901234567890,"approved":false,"category":3,"items":[{"what":"a"}],"address":{"town":"x"}}';
    const { value, wrong } = read(CLAIM, typed(readExactly(text)), false);
    expect([...wrong]).toEqual([]);
    expect(writeExactly(value)).toBe(text);
  });
  test('leaves out what is optional and empty', () => {
    const { value } = read(CLAIM, typed({ amount: 1, approved: true, category: 'travel', items: [] }), false);
    expect(value).toEqual({ amount: 1, approved: true, category: 'travel', items: [] });
  });
  test('names places as the engine does', () => {
    const form = typed({ amount: 1, approved: true, category: 'meals', items: [{ what: '' }] }) as Parts;
    const { wrong } = read(CLAIM, form, false);
    expect([...wrong.keys()]).toEqual(['items[0].what']);
    expect(below('a', 'odd name')).toBe('a["odd name"]');
  });
  test('checks limits, whole numbers and commas', () => {
    const of = (amount: string, pieces = '') => {
      const form = typed({ approved: true, category: 'meals', items: [] }) as Parts;
      form.fields['amount'] = amount;
      form.fields['pieces'] = pieces;
      return Object.fromEntries(read(CLAIM, form, false).wrong);
    };
    expect(of('1001')).toEqual({ amount: 'It must be at most 1000.' });
    expect(of('-0.001')).toEqual({ amount: 'It must be at least 0.' });
    expect(of('1,5')).toEqual({ amount: 'Write the number with a point: 1.5.' });
    expect(of('5', '1.5')).toEqual({ pieces: 'Write a whole number, without a fraction.' });
    expect(of('.5', '+3')).toEqual({});
  });
  test('takes pairs where nothing is declared', () => {
    const form = begin({}, undefined, false) as Anything;
    form.pairs.push({ key: 1, name: 'a', text: '12', as: 'guess' }, { key: 2, name: 'b', text: '12', as: 'text' }, { key: 3, name: 'c', text: 'yes', as: 'guess' });
    expect(read({}, form, false).value).toEqual({ a: 12, b: '12', c: true });
    form.mode = 'json';
    form.text = '[1,';
    expect([...read({}, form, false).wrong.keys()]).toEqual(['']);
  });
  test('knows files and doubles', () => {
    const file: Schema = { type: 'object', properties: { file: { type: 'string' }, name: { type: 'string' }, bytes: { type: 'integer' } } };
    expect(kindOf(file, true)).toBe('file');
    expect(kindOf({ type: 'array', items: file }, true)).toBe('files');
    expect(kindOf(file, false)).toBe('object');
    expect(kindOf({ anyOf: [{ type: 'number' }, { enum: ['NaN', 'INF', '-INF'] }] }, true)).toBe('double');
  });
});

test('durations are read as people write them', () => {
  expect(durationOf('1 h 30 min')).toBe('PT1H30M');
  expect(durationOf('2d')).toBe('P2D');
  expect(durationOf('2 days, 4 hours')).toBe('P2DT4H');
  expect(durationOf('pt5m')).toBe('PT5M');
  expect(durationOf('1.5 h')).toBeUndefined();
  expect(durationOf('soon')).toBeUndefined();
  expect(durationOf('P')).toBeUndefined();
});

test('types are guessed', () => {
  expect(guess('12.5')).toBe(12.5);
  expect(guess('No')).toBe(false);
  expect(guess('007')).toBe('007');
});

test('names become words', () => {
  expect(words('claimAmount')).toBe('Claim amount');
  expect(words('first_name')).toBe('First name');
  expect(words('VAT')).toBe('VAT');
});

test('a refusal of the engine is found at its place', () => {
  const detail = `The output of 'assess' does not have its declared type: at 'items[0].price' a number was expected, found the text "x. Y"; at 'odd["a b"]' a text was expected, found no such field. Send data of that type. (MR-2005)`;
  expect([...refusals(detail)]).toEqual([
    ['items[0].price', 'A number was expected, found the text "x. Y".'],
    ['odd["a b"]', 'A text was expected.'],
  ]);
  expect([...refusals('Cannot complete it: it is suspended. (MR-1)')]).toEqual([]);
});

test('rows of a list keep their keys', () => {
  const rows = begin({ type: 'array', items: { type: 'string' } }, ['a', 'b'], false) as Row[];
  expect(new Set(rows.map((row) => row.key)).size).toBe(2);
});

test('fields may be called what every object has already', () => {
  const properties = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}') as NonNullable<Schema['properties']>;
  const schema: Schema = { type: 'object', properties, additionalProperties: true };
  const form = begin(schema, undefined, false, true) as Parts;
  expect(form.fields['constructor']).toBe('');
  form.fields['constructor'] = 'a';
  Object.defineProperty(form.fields, '__proto__', { value: 'b', enumerable: true, configurable: true, writable: true });
  form.more.push({ key: 1, name: 'toString', as: 'text', text: 'c' });
  const { value, wrong } = read(schema, form, false);
  expect([...wrong]).toEqual([]);
  expect(Object.entries(value as object)).toEqual([['__proto__', 'b'], ['constructor', 'a'], ['toString', 'c']]);
});
