/**
 * What a form knows: the kind of each field, what was typed into it, and which value that is.
 *
 * What was typed is kept as it was typed, in a tree of its own that can be stored as a draft. Reading it gives a value, or says for each place what is
 * wrong with it. Places are written as the engine writes them, `items[2].price`, so that its refusals find their field.
 */
import { compare, Exact, isMultiple, isNumber, isWhole, numberOf, readExactly, writeExactly } from '../../lib/exact';
import { at as under, keyed } from '../../lib/keyed';
import type { Fields, Json, Schema } from '../../lib/types';
import { isFile, type FileReference } from '../value';

export type Kind = 'text' | 'number' | 'integer' | 'double' | 'truth' | 'date' | 'instant' | 'duration' | 'choice' | 'list' | 'object' | 'map' | 'file' | 'files' | 'any' | 'nothing';

/** A row of a list, with a key of its own so that it keeps its controls when rows move. */
export interface Row {
  key: number;
  of: Typed;
}

/** A named row of a map. */
export interface Entry extends Row {
  name: string;
}

/** How a value without a declared type is typed in. */
export type As = 'guess' | 'text' | 'number' | 'truth' | 'json' | 'file';

/** One name and its value, without a declared type. */
export interface Pair {
  key: number;
  name: string;
  text: string;
  as: As;
  file?: FileReference | undefined;
}

/** A value without a declared type: names and values, or JSON, or one value. */
export interface Anything {
  mode: 'pairs' | 'json' | 'one';
  pairs: Pair[];
  text: string;
  one: Pair;
}

export interface Parts {
  fields: Record<string, Typed>;
  /** Fields that the type allows and does not name. */
  more: Pair[];
}

/** What was typed. The kind of the field says which of these it is; null is a group or list that is not there. */
export type Typed = string | null | Row[] | Entry[] | Parts | Anything | FileReference | FileReference[];

/** Where something is wrong, and what. */
export type Wrong = Map<string, string>;

let keys = Date.now();

/** A key that no row has. */
export function newKey(): number {
  return ++keys;
}

/** The type without "or nothing", and whether nothing is allowed. */
export function bare(schema: Schema): { schema: Schema; nullable: boolean } {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    const rest = choices.filter((each) => each.type !== 'null');
    if (rest.length === 1 && rest.length < choices.length) {
      const { title, description } = schema;
      return { schema: { ...(title ? { title } : {}), ...(description ? { description } : {}), ...bare(rest[0]!).schema }, nullable: true };
    }
  }
  if (Array.isArray(schema.type)) {
    const rest = schema.type.filter((each) => each !== 'null');
    return { schema: { ...schema, type: rest.length === 1 ? rest[0]! : rest }, nullable: rest.length < schema.type.length };
  }
  return { schema, nullable: schema.type === 'null' };
}

const FORMATS: Record<string, Kind> = { date: 'date', 'date-time': 'instant', duration: 'duration' };

/** The kind of a field, of a type without "or nothing". */
export function kindOf(schema: Schema, files: boolean): Kind {
  if (schema.enum || schema.const !== undefined) {
    return 'choice';
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    return choices.length === 2 && choices.some((each) => each.type === 'number') && choices.some((each) => each.enum?.includes('NaN')) ? 'double' : 'any';
  }
  switch (schema.type) {
    case 'string':
      return FORMATS[schema.format ?? ''] ?? 'text';
    case 'number':
      return 'number';
    case 'integer':
      return 'integer';
    case 'boolean':
      return 'truth';
    case 'null':
      return 'nothing';
    case 'array':
      return schema.items && files && kindOf(bare(schema.items).schema, files) === 'file' ? 'files' : 'list';
    case 'object':
      if (files && schema.properties && Object.keys(schema.properties).sort().join() === 'bytes,file,name') {
        return 'file';
      }
      return !schema.properties && typeof schema.additionalProperties === 'object' ? 'map' : schema.properties || schema.additionalProperties === false ? 'object' : 'any';
    default:
      return 'any';
  }
}

/** Whether a type says nothing at all. */
export function saysNothing(schema: Schema): boolean {
  return Object.keys(schema).every((name) => name === 'title' || name === 'description' || name === '$schema');
}

/** Whether fields may have more names than the type says. */
export function isOpen(schema: Schema): boolean {
  return schema.additionalProperties !== false;
}

/** A name as people read it: `claimAmount` and `claim_amount` are "Claim amount". */
export function words(name: string): string {
  const spaced = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .trim();
  const small = spaced.toLowerCase();
  return spaced === '' ? name : spaced === spaced.toUpperCase() ? spaced : small.slice(0, 1).toUpperCase() + small.slice(1);
}

/** The place of a field below another place, as the engine writes it. */
export function below(path: string, name: string): string {
  if (!/^[\p{L}\p{Nd}_-]+$/u.test(name)) {
    return `${path}[${JSON.stringify(name)}]`;
  }
  return path === '' ? name : `${path}.${name}`;
}

/** The place of a row of a list. */
export function at(path: string, index: number): string {
  return `${path}[${index}]`;
}

/** A field to begin with. */
export function begin(given: Schema, value: Json | undefined, files: boolean, required = true): Typed {
  const { schema } = bare(given);
  const kind = kindOf(schema, files);
  const set = value === undefined ? schema.default : value;
  const absent = set === undefined || set === null;
  switch (kind) {
    case 'list':
      return absent ? (required ? [] : null) : Array.isArray(set) ? set.map((each) => ({ key: newKey(), of: begin(schema.items ?? {}, each, files) })) : [];
    case 'files':
      return Array.isArray(set) ? (set.filter(isFile) as unknown as FileReference[]) : [];
    case 'file':
      return isFile(set) ? set : null;
    case 'object': {
      if (absent && !required) {
        return null;
      }
      const from = isFields(set) ? set : {};
      const needed = new Set(schema.required ?? []);
      const fields = Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, each]) => [name, begin(each, under(from, name), files, needed.has(name))]));
      return { fields, more: [] };
    }
    case 'map': {
      if (absent && !required) {
        return null;
      }
      const each = schema.additionalProperties as Schema;
      return isFields(set) ? Object.entries(set).map(([name, one]) => ({ key: newKey(), name, of: begin(each, one, files) })) : [];
    }
    case 'any':
      return anything(set);
    case 'choice':
      return absent ? (schema.const !== undefined ? writeExactly(schema.const) : '') : writeExactly(set);
    case 'truth':
      return set === true ? 'yes' : set === false ? 'no' : '';
    default:
      return absent ? '' : typeof set === 'string' ? set : isNumber(set) ? String(set) : '';
  }
}

function isFields(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !((value as unknown) instanceof Exact);
}

/** An empty pair. */
export function emptyPair(): Pair {
  return { key: newKey(), name: '', text: '', as: 'guess' };
}

function pair(name: string, value: Json): Pair {
  const text = typeof value === 'string' ? value : value === true ? 'yes' : value === false ? 'no' : writeExactly(value);
  const as: As = isFile(value) ? 'file' : typeof value === 'string' ? (guess(value) === value ? 'guess' : 'text') : isNumber(value) ? 'guess' : typeof value === 'boolean' ? 'truth' : 'json';
  return { key: newKey(), name, text, as, ...(isFile(value) ? { file: value as unknown as FileReference } : {}) };
}

/** A value without a declared type, as names and values where it has names. */
export function anything(value: Json | undefined): Anything {
  const absent = value === undefined || value === null;
  const fields = isFields(value) && !isFile(value);
  return {
    mode: fields || absent ? 'pairs' : 'one',
    pairs: fields ? Object.entries(value).map(([name, each]) => pair(name, each)) : [],
    text: absent ? '' : writeExactly(value, 2),
    one: absent || fields ? emptyPair() : pair('', value),
  };
}

/** The value that a text most likely means: a number, yes or no, or the text. */
export function guess(text: string): Json {
  const plain = text.trim();
  if (/^(yes|true)$/i.test(plain)) {
    return true;
  }
  if (/^(no|false)$/i.test(plain)) {
    return false;
  }
  return plain.length <= 40 ? (numberOf(plain) ?? text) : text;
}

const DURATION = /^[-+]?P(?=[\dT])(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d{1,9})?S)?)?$/i;
const UNITS: [RegExp, string][] = [
  [/^(d|day|days)$/, 'D'],
  [/^(h|hour|hours|hr|hrs)$/, 'H'],
  [/^(m|min|mins|minute|minutes)$/, 'M'],
  [/^(s|sec|secs|second|seconds)$/, 'S'],
];

/** The ISO form of a duration as people write it, `1 h 30 min` or `PT1H30M`; undefined if it is none. */
export function durationOf(text: string): string | undefined {
  const plain = text.trim();
  if (DURATION.test(plain)) {
    return plain.toUpperCase();
  }
  const found: Record<string, string> = {};
  const rest = plain.toLowerCase().replace(/(\d+(?:\.\d+)?)\s*([a-z]+)[\s,]*/g, (all, amount: string, word: string) => {
    const unit = UNITS.find(([words]) => words.test(word))?.[1];
    if (!unit || found[unit] !== undefined || (unit !== 'S' && amount.includes('.'))) {
      return all + '!';
    }
    found[unit] = amount;
    return '';
  });
  if (rest.trim() !== '' || Object.keys(found).length === 0) {
    return undefined;
  }
  const time = ['H', 'M', 'S'].map((unit) => (found[unit] ? found[unit] + unit : '')).join('');
  return `P${found['D'] ? found['D'] + 'D' : ''}${time ? 'T' + time : ''}`;
}

const NEEDED = 'This is required.';

class Reader {
  readonly wrong: Wrong = new Map();

  constructor(private readonly files: boolean) {}

  private no(path: string, why: string): undefined {
    if (!this.wrong.has(path)) {
      this.wrong.set(path, why);
    }
    return undefined;
  }

  /** The value of a field; undefined if it is absent or wrong. */
  field(given: Schema, typed: Typed | undefined, path: string, required: boolean): Json | undefined {
    const { schema, nullable } = bare(given);
    const kind = kindOf(schema, this.files);
    const before = this.wrong.size;
    const value = this.value(schema, kind, typed ?? begin(given, undefined, this.files, required), path);
    if (value === undefined && this.wrong.size === before && required) {
      return nullable || kind === 'nothing' ? null : this.no(path, kind === 'file' ? 'Choose a file.' : kind === 'truth' || kind === 'choice' ? 'Choose one.' : NEEDED);
    }
    return value;
  }

  private value(schema: Schema, kind: Kind, typed: Typed, path: string): Json | undefined {
    if (typed === null) {
      return undefined;
    }
    switch (kind) {
      case 'object':
        return this.object(schema, typed as Parts, path);
      case 'list':
        return this.list(schema, typed as Row[], path);
      case 'map':
        return this.map(schema, typed as Entry[], path);
      case 'file':
        return typed as unknown as Json;
      case 'files': {
        const all = typed as FileReference[];
        this.count(schema, all.length, path, 'file');
        return all as unknown as Json;
      }
      case 'any':
        return this.anything(typed as Anything, path);
      case 'nothing':
        return undefined;
      default:
        return this.simple(schema, kind, typed as string, path);
    }
  }

  private simple(schema: Schema, kind: Kind, typed: string, path: string): Json | undefined {
    if (kind === 'text') {
      return typed === '' ? undefined : this.text(schema, typed, path);
    }
    const plain = typed.trim();
    if (plain === '') {
      return undefined;
    }
    switch (kind) {
      case 'choice': {
        const all = schema.enum ?? [schema.const!];
        const found = all.find((each) => writeExactly(each) === plain);
        return found === undefined ? this.no(path, 'Choose one of the given values.') : found;
      }
      case 'truth':
        return plain === 'yes';
      case 'double':
        return ['NaN', 'INF', '-INF'].includes(plain) ? plain : this.number(schema.anyOf?.find((each) => each.type === 'number') ?? {}, kind, plain, path);
      case 'number':
      case 'integer':
        return this.number(schema, kind, plain, path);
      case 'date':
        return /^\d{4}-\d\d-\d\d$/.test(plain) && !Number.isNaN(Date.parse(plain)) ? plain : this.no(path, 'Write a date such as 2030-01-31.');
      case 'instant':
        return Number.isNaN(Date.parse(plain)) ? this.no(path, 'Write a day and a time.') : plain;
      default:
        return durationOf(plain) ?? this.no(path, 'Write a duration such as 1 h 30 min, 2 d or PT45S.');
    }
  }

  private text(schema: Schema, typed: string, path: string): Json | undefined {
    const length = [...typed].length;
    if (schema.minLength !== undefined && length < schema.minLength) {
      return this.no(path, `At least ${schema.minLength} characters; these are ${length}.`);
    }
    if (schema.maxLength !== undefined && length > schema.maxLength) {
      return this.no(path, `At most ${schema.maxLength} characters; these are ${length}.`);
    }
    if (schema.pattern !== undefined && !fits(schema.pattern, typed)) {
      return this.no(path, schema.description ? `This does not fit: ${schema.description}` : `This does not have the form ${schema.pattern}.`);
    }
    return typed;
  }

  private number(schema: Schema, kind: Kind, plain: string, path: string): Json | undefined {
    const value = numberOf(plain.replace(/^\+/, '').replace(/^(-?)0+(?=\d)/, '$1').replace(/^(-?)\./, '$10.'));
    if (value === undefined) {
      return this.no(path, /^-?\d+,\d+$/.test(plain) ? `Write the number with a point: ${plain.replace(',', '.')}.` : kind === 'integer' ? 'Write a whole number such as 12.' : 'Write a number such as 12.50.');
    }
    const text = String(value);
    if (kind === 'integer' && !isWhole(text)) {
      return this.no(path, 'Write a whole number, without a fraction.');
    }
    const limits: [number | undefined, (order: number) => boolean, string][] = [
      [schema.minimum, (order) => order >= 0, 'at least'],
      [schema.maximum, (order) => order <= 0, 'at most'],
      [schema.exclusiveMinimum, (order) => order > 0, 'greater than'],
      [schema.exclusiveMaximum, (order) => order < 0, 'less than'],
    ];
    for (const [limit, holds, sentence] of limits) {
      if (limit !== undefined && !holds(compare(text, String(limit)))) {
        return this.no(path, `It must be ${sentence} ${limit}.`);
      }
    }
    if (schema.multipleOf !== undefined && !isMultiple(text, String(schema.multipleOf))) {
      return this.no(path, `It must be a multiple of ${schema.multipleOf}.`);
    }
    return value;
  }

  private object(schema: Schema, typed: Parts, path: string): Json | undefined {
    const needed = new Set(schema.required ?? []);
    const all: Fields = keyed();
    const before = this.wrong.size;
    for (const [name, each] of Object.entries(schema.properties ?? {})) {
      const value = this.field(each, under(typed.fields, name), below(path, name), needed.has(name));
      if (value !== undefined) {
        all[name] = value;
      }
    }
    if (isOpen(schema)) {
      Object.assign(all, this.pairs(typed.more, path, new Set(Object.keys(schema.properties ?? {}))));
    }
    return this.wrong.size === before ? all : undefined;
  }

  private list(schema: Schema, typed: Row[], path: string): Json | undefined {
    this.count(schema, typed.length, path, 'entry');
    const all = typed.map((row, i) => this.field(schema.items ?? {}, row.of, at(path, i), true));
    return this.wrong.has(path) ? undefined : all.map((each) => each ?? null);
  }

  private count(schema: Schema, count: number, path: string, what: string): void {
    const many = (most: number) => `${most} ${most === 1 ? what : what === 'entry' ? 'entries' : what + 's'}`;
    if (schema.minItems !== undefined && count < schema.minItems) {
      this.no(path, `At least ${many(schema.minItems)}.`);
    } else if (schema.maxItems !== undefined && count > schema.maxItems) {
      this.no(path, `At most ${many(schema.maxItems)}.`);
    }
  }

  private map(schema: Schema, typed: Entry[], path: string): Json | undefined {
    const all: Fields = keyed();
    const seen = new Set<string>();
    for (const [i, row] of typed.entries()) {
      const name = row.name.trim();
      if (name === '' || seen.has(name)) {
        this.no(`${at(path, i)}#name`, name === '' ? 'Give it a name.' : 'This name is there twice.');
      }
      seen.add(name);
      const value = this.field(schema.additionalProperties as Schema, row.of, below(path, name === '' ? `#${i}` : name), true);
      if (value !== undefined) {
        all[name] = value;
      }
    }
    return all;
  }

  private anything(typed: Anything, path: string): Json | undefined {
    if (typed.mode === 'json') {
      return typed.text.trim() === '' ? undefined : this.json(typed.text, path);
    }
    if (typed.mode === 'one') {
      return this.pair(typed.one, path);
    }
    return typed.pairs.length === 0 ? undefined : this.pairs(typed.pairs, path, new Set());
  }

  private json(text: string, path: string): Json | undefined {
    try {
      return readExactly<Json>(text);
    } catch (failure) {
      return this.no(path, `This is not JSON: ${(failure as Error).message}.`);
    }
  }

  private pairs(pairs: Pair[], path: string, taken: Set<string>): Fields {
    const all: Fields = keyed();
    for (const [i, each] of pairs.entries()) {
      const name = each.name.trim();
      if (name === '' && each.text.trim() === '' && !each.file) {
        continue;
      }
      if (name === '' || name in all || taken.has(name)) {
        this.no(`${at(path, i)}#name`, name === '' ? 'Give it a name.' : 'This name is there twice.');
        continue;
      }
      const value = this.pair(each, below(path, name));
      all[name] = value ?? null;
    }
    return all;
  }

  private pair(typed: Pair, path: string): Json | undefined {
    switch (typed.as) {
      case 'file':
        return typed.file ? (typed.file as unknown as Json) : this.no(path, 'Choose a file.');
      case 'json':
        return typed.text.trim() === '' ? undefined : this.json(typed.text, path);
      case 'number':
        return typed.text.trim() === '' ? undefined : this.number({}, 'number', typed.text.trim(), path);
      case 'truth':
        return typed.text === '' ? undefined : typed.text === 'yes';
      case 'text':
        return typed.text;
      case 'guess':
        return typed.text.trim() === '' ? undefined : guess(typed.text);
    }
  }
}

function fits(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    // A pattern of another dialect: the engine checks it.
    return true;
  }
}

/** The value of a whole form, and what is wrong with it. */
export function read(schema: Schema, typed: Typed, files: boolean): { value: Json; wrong: Wrong } {
  const reader = new Reader(files);
  const value = reader.field(schema, typed, '', !saysNothing(schema));
  return { value: value ?? {}, wrong: reader.wrong };
}

const MISMATCH = /at '((?:[^']|'(?! ))+)' (.+?) was expected, found (.+?)(?=; at '|; and more|\. Send data |\.?$)/g;

/** What the engine's refusal says of single places. */
export function refusals(detail: string): Wrong {
  const all: Wrong = new Map();
  for (const [, path, expected, found] of detail.matchAll(MISMATCH)) {
    const sentence = found === 'no such field' ? `${expected} was expected` : expected === 'no such field' ? 'The task does not know this field' : `${expected} was expected, found ${found}`;
    all.set(path!, sentence.slice(0, 1).toUpperCase() + sentence.slice(1) + '.');
  }
  return all;
}
