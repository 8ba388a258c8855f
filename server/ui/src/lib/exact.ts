/**
 * Numbers with all their digits. The server's numbers are decimals of up to a thousand digits; the browser's are not. A number that the browser would
 * write differently stays as the text that the server sent, and is sent back like that.
 */
import type { Json } from './types';

/** A number as it was written. */
export class Exact {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }

  /** The number itself where the browser can write it as it is; else as near as the browser comes. */
  toJSON(): unknown {
    const raw = (JSON as unknown as { rawJSON?: (text: string) => unknown }).rawJSON;
    return raw ? raw(this.text) : Number(this.text);
  }
}

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** The value of the text of a number; undefined if it is none. */
export function numberOf(text: string): Json | undefined {
  if (!NUMBER.test(text)) {
    return undefined;
  }
  const plain = Number(text);
  return String(plain) === text ? plain : (new Exact(text) as unknown as Json);
}

// A number that must stay as it is goes through the browser's JSON as a text with a mark that no other text has.
const MARK = '\u0000n';
const MARKED = /"\\u0000n([^"]*)"/g;
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Reads JSON without losing digits. */
export function readExactly<T>(text: string): T {
  if (text.includes('\\u0000')) {
    return JSON.parse(text) as T;
  }
  const marked = text.replace(TEXT_OR_NUMBER, (found) => (found.startsWith('"') || String(Number(found)) === found || !NUMBER.test(found) ? found : `"\\u0000n${found}"`));
  try {
    return JSON.parse(marked, (_name, value: unknown) => (typeof value === 'string' && value.startsWith(MARK) ? new Exact(value.slice(MARK.length)) : value)) as T;
  } catch (failure) {
    // What is wrong is said of the text as it was written.
    JSON.parse(text);
    throw failure;
  }
}

/** Writes JSON without losing digits. */
export function writeExactly(value: unknown, indent?: number): string {
  let any = false;
  const text = JSON.stringify(
    value,
    function (this: Record<string, unknown>, name: string, given: unknown) {
      const original = this[name];
      any ||= original instanceof Exact;
      return original instanceof Exact ? MARK + original.text : given;
    },
    indent,
  );
  return any ? text.replace(MARKED, '$1') : text;
}

/** Whether a value is a number of either kind. */
export function isNumber(value: unknown): value is number | Exact {
  return typeof value === 'number' || value instanceof Exact;
}

interface Decimal {
  digits: bigint;
  scale: number;
}

const MOST_PLACES = 4_000;

/** The parts of a number; null if it has so many places that nobody can want to compare it. */
function decimal(text: string): Decimal | null {
  const found = /^(-?)(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (!found) {
    return null;
  }
  const scale = (found[3]?.length ?? 0) - Number(found[4] ?? 0);
  if (Math.abs(scale) > MOST_PLACES) {
    return null;
  }
  const digits = BigInt(found[1]! + found[2]! + (found[3] ?? ''));
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const scale = Math.max(a.scale, b.scale);
  return [a.digits * 10n ** BigInt(scale - a.scale), b.digits * 10n ** BigInt(scale - b.scale), scale];
}

/** Less than 0, 0 or more than 0, as the first is less than, equal to or greater than the second. */
export function compare(first: string, second: string): number {
  const [a, b] = [decimal(first), decimal(second)];
  if (a === null || b === null) {
    return Number(first) - Number(second);
  }
  const [x, y] = aligned(a, b);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Whether a number has no fraction. */
export function isWhole(text: string): boolean {
  const parts = decimal(text);
  return parts !== null ? parts.digits % 10n ** BigInt(parts.scale) === 0n : Number.isInteger(Number(text));
}

/** Whether a number is some steps away from 0. */
export function isMultiple(text: string, step: string): boolean {
  const [a, b] = [decimal(text), decimal(step)];
  if (a === null || b === null || b.digits === 0n) {
    return true;
  }
  const [x, y] = aligned(a, b);
  return x % y === 0n;
}

/** The sum of two numbers, without rounding. */
export function plus(first: string, second: string): string {
  const [a, b] = [decimal(first), decimal(second)];
  if (a === null || b === null) {
    return first;
  }
  const [x, y, scale] = aligned(a, b);
  const sum = x + y;
  const digits = (sum < 0n ? -sum : sum).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  return (sum < 0n ? '-' : '') + (scale === 0 ? whole : `${whole}.${digits.slice(digits.length - scale)}`);
}
