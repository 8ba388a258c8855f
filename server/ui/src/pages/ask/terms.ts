/** Terms as text: enough of Prolog's notation to know what the variables of a question are, and to link what answers name. */
import { at, keyed } from '../../lib/keyed';
import type { Word } from './vocabulary';

/** A name with arguments, such as `active(check, anna, 7)`. */
export interface Call {
  name: string;
  parameters: string[];
}

/** What a value is, so that it can be shown and linked. */
export type Role = 'case' | 'task' | 'who' | 'time' | 'start' | 'end' | 'period' | 'seconds' | 'process' | 'other';

const ROLES: Record<string, Role> = {
  Case: 'case',
  ParentCase: 'case',
  Parent: 'case',
  Task: 'task',
  OtherTask: 'task',
  Other: 'task',
  Who: 'who',
  Agent: 'who',
  Time: 'time',
  Recorded: 'time',
  Due: 'time',
  Start: 'start',
  Since: 'start',
  End: 'end',
  Period: 'period',
  Seconds: 'seconds',
  Process: 'process',
};

/** Where the quoted text that begins at an index ends. */
function quoted(text: string, from: number): number {
  for (let i = from + 1; i < text.length; i++) {
    if (text[i] === text[from]) {
      return i;
    }
    i += text[i] === '\\' ? 1 : 0;
  }
  return text.length;
}

/** The parts of a text between commas that are in no bracket and no quotes, and where the text ends: at its end, or at a bracket that it does not open. */
export function parts(text: string, from = 0): { parts: string[]; end: number } {
  const found: string[] = [];
  let depth = 0;
  let begin = from;
  let i = from;
  for (; i < text.length; i++) {
    const c = text[i]!;
    if (c === "'" || c === '"') {
      i = quoted(text, i);
    } else if ('([{'.includes(c)) {
      depth++;
    } else if (')]}'.includes(c)) {
      if (depth === 0) {
        break;
      }
      depth--;
    } else if (c === ',' && depth === 0) {
      found.push(text.slice(begin, i).trim());
      begin = i + 1;
    }
  }
  const last = text.slice(begin, i).trim();
  return { parts: last === '' && found.length === 0 ? [] : [...found, last], end: i };
}

/** The calls in a goal, inner ones, too. */
export function calls(goal: string): Call[] {
  const found: Call[] = [];
  const text = goal.replace(/%.*$/gm, '');
  for (const each of text.matchAll(/([a-z][A-Za-z0-9_]*)\(/g)) {
    found.push({ name: each[1]!, parameters: parts(text, each.index + each[0].length).parts });
  }
  return found;
}

/** A value as a call, if it is one. */
export function asCall(text: string): Call | null {
  const head = /^([a-z][A-Za-z0-9_]*)\(/.exec(text);
  if (!head) {
    return null;
  }
  const inside = parts(text, head[0].length);
  return inside.end === text.length - 1 ? { name: head[1]!, parameters: inside.parts } : null;
}

/** What the arguments of a call are. */
export function rolesOf(call: Call, words: Word[]): Role[] {
  const word = words.find((each) => each.name === call.name && each.parameters.length === call.parameters.length);
  return call.parameters.map((_, i) => at(ROLES, word?.parameters[i] ?? '') ?? 'other');
}

/** What the variables of a goal are: by where they stand, then by their names. */
export function roles(goal: string, variables: string[], words: Word[]): Record<string, Role> {
  const found = keyed<Role>();
  for (const call of calls(goal)) {
    rolesOf(call, words).forEach((role, i) => {
      const variable = call.parameters[i]!;
      if (role !== 'other' && found[variable] === undefined && /^[A-Z_]/.test(variable)) {
        found[variable] = role;
      }
    });
  }
  return keyed(variables.map((name) => [name, found[name] ?? at(ROLES, name) ?? 'other'] as const));
}

/** Names with arguments that no word of the vocabulary has, where they are fluents or events of a question. */
export function strangers(goal: string, words: Word[]): Call[] {
  const outer = ['holds_now', 'holds_at', 'holds_for', 'held_at', 'happened', 'initiates', 'terminates'];
  return calls(goal)
    .filter((call) => outer.includes(call.name))
    .map((call) => asCall(call.parameters[0] ?? ''))
    .filter((inner) => inner !== null)
    .filter((inner) => !words.some((word) => word.name === inner.name && word.parameters.length === inner.parameters.length && word.kind !== 'predicate'));
}

/** Which part of a goal a refusal is about. */
export function placeOf(goal: string, detail: string): { from: number; to: number } | null {
  const at = /at character (\d+)/.exec(detail);
  if (at) {
    const from = Math.max(0, Math.min(goal.length, Number(at[1]) - 1));
    return { from, to: Math.max(from + 1, from + (/^\w+/.exec(goal.slice(from))?.[0].length ?? 1)) };
  }
  const named = /calls ([a-z]\w*)\/\d+/.exec(detail) ?? /\(\w+,\s*([a-z]\w*)\/\d+\)/.exec(detail);
  const from = named ? goal.search(new RegExp(`\\b${named[1]}\\b`)) : -1;
  return from < 0 ? null : { from, to: from + named![1]!.length };
}

/** An atom without its quotes. */
export function bare(text: string): string {
  return /^'.*'$/.test(text) ? text.slice(1, -1).replaceAll("''", "'") : text;
}
