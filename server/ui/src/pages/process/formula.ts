/** Rules between events: their statements, and each of them in words. Pure. */
import { at as under } from '../../lib/keyed';

export interface Statement {
  what: 'dep' | 'assume';
  name: string;
  expression: string;
  words: string;
}

export interface RuleEvent {
  name: string;
  /** What it is bound to, such as `buy:start`. */
  on: string;
  attributes: string;
}

export interface RuleText {
  rules: Statement[];
  events: RuleEvent[];
}

type Formula =
  | { is: 'event'; name: string }
  | { is: 'not'; of: Formula }
  | { is: 'constant'; value: boolean }
  | { is: 'call'; name: string; arguments: string[] }
  | { is: 'then' | 'and' | 'or'; all: Formula[] }
  | { is: 'arrow'; arrow: string; left: Formula; right: Formula }
  | { is: 'each'; word: string; of: Formula };

const TOKEN = /\s*(->|=>|<=|→|⇒|≤|[<~¬.·&∧|∨(){}\[\],;\/]|'[^']*'|[\w:+]+)/gy;

class Reader {
  private readonly tokens: string[] = [];
  private at = 0;

  constructor(text: string) {
    const pattern = new RegExp(TOKEN.source, 'gy');
    let match: RegExpExecArray | null;
    while ((match = pattern.exec(text))) {
      this.tokens.push(match[1]!);
    }
  }

  read(): Formula {
    const formula = this.arrow();
    if (this.at < this.tokens.length) {
      throw new Error('more than one formula');
    }
    return formula;
  }

  private peek(): string {
    return this.tokens[this.at] ?? '';
  }

  private eat(...wanted: string[]): string | null {
    return wanted.includes(this.peek()) ? this.tokens[this.at++]! : null;
  }

  private arrow(): Formula {
    const left = this.or();
    const arrow = this.eat('->', '→', '=>', '⇒', '<=', '≤', '<');
    return arrow === null ? left : { is: 'arrow', arrow: ({ '→': '->', '⇒': '=>', '≤': '<=' } as Record<string, string>)[arrow] ?? arrow, left, right: this.or() };
  }

  private several(is: 'then' | 'and' | 'or', signs: string[], part: () => Formula): Formula {
    const all = [part()];
    while (this.eat(...signs) !== null) {
      all.push(part());
    }
    return all.length === 1 ? all[0]! : { is, all };
  }

  private or = (): Formula => this.several('or', ['|', '∨'], () => this.and());
  private and = (): Formula => this.several('and', ['&', '∧'], () => this.then());
  private then = (): Formula => this.several('then', ['.', '·'], () => this.literal());

  private literal(): Formula {
    if (this.eat('~', '¬') !== null) {
      return { is: 'not', of: this.literal() };
    }
    if (this.eat('(') !== null) {
      const inner = this.arrow();
      if (this.eat(')') === null) {
        throw new Error('a parenthesis is open');
      }
      return inner;
    }
    let name = this.tokens[this.at++] ?? '';
    if (!/^[\w']/.test(name)) {
      throw new Error(`'${name}' is no event`);
    }
    if (name === 'true' || name === 'false') {
      return { is: 'constant', value: name === 'true' };
    }
    if (name === 'all' || name === 'some') {
      const from = this.at;
      while (this.at < this.tokens.length && this.peek() !== '.') {
        this.at++;
      }
      const word = `${name === 'all' ? 'for every' : 'for some'} ${this.tokens.slice(from, this.at++).join(' ')}`;
      return { is: 'each', word, of: this.arrow() };
    }
    if (this.peek() === '[') {
      while (this.at < this.tokens.length && this.peek() !== ']') {
        name += this.tokens[this.at++];
      }
      name += this.tokens[this.at++] ?? '';
    }
    if (this.eat('(') === null) {
      return { is: 'event', name };
    }
    const given: string[] = [''];
    for (let depth = 0; this.at < this.tokens.length; this.at++) {
      const token = this.peek();
      if (depth === 0 && token === ')') {
        break;
      }
      depth += '({['.includes(token) ? 1 : ')}]'.includes(token) ? -1 : 0;
      if (depth === 0 && token === ',') {
        given.push('');
      } else {
        given[given.length - 1] += token;
      }
    }
    this.at++;
    return name === 'not' ? { is: 'not', of: new Reader(given.join(',')).read() } : { is: 'call', name, arguments: given };
  }
}

const DEEDS: Record<string, [string, string]> = {
  offer: ['is offered', 'is not offered'],
  start: ['starts', 'does not start'],
  complete: ['completes', 'does not complete'],
  fail: ['fails', 'does not fail'],
  withdraw: ['is withdrawn', 'is not withdrawn'],
  end: ['ends', 'does not end'],
};

/** An event, or that it does not happen, in words. */
export function eventInWords(name: string, bound: Map<string, string>, happens = true): string {
  const base = name.replace(/\[.*$/, '');
  const of = /\[(.*)\]$/.exec(name)?.[1];
  const on = bound.get(base) ?? base;
  const tail = of ? ` (${of})` : '';
  const signal = /^signal\s+(.+)$/.exec(on);
  if (signal) {
    return `signal '${signal[1]!.replace(/'/g, '')}' ${happens ? 'arrives' : 'does not arrive'}${tail}`;
  }
  const task = /^(.+):(\w+)$/.exec(on);
  const deed = task && under(DEEDS, task[2]!);
  if (task && deed) {
    return `${task[1] === 'case' ? 'the case' : `'${task[1]!.replace(/'/g, '')}'`} ${deed[happens ? 0 : 1]}${tail}`;
  }
  return `'${name}' ${happens ? 'happens' : 'does not happen'}`;
}

const CALLS: Record<string, (a: string[], e: (name: string) => string) => string> = {
  existence: ([n, a], e) => `${e(a!)} at least ${n} ${n === '1' ? 'time' : 'times'}`,
  absence: ([n, a], e) => `${e(a!)} fewer than ${n} times`,
  exactly: ([n, a], e) => `${e(a!)} exactly ${n} ${n === '1' ? 'time' : 'times'}`,
  init: ([a], e) => `${e(a!)} before anything else`,
  end: ([a], e) => `${e(a!)} after everything else`,
  choice: ([a, b], e) => `${e(a!)} or ${e(b!)}`,
  exclusive_choice: ([a, b], e) => `either ${e(a!)} or ${e(b!)}, not both`,
  responded_existence: ([a, b], e) => `if ${e(a!)}, ${e(b!)} too`,
  co_existence: ([a, b], e) => `${e(a!)} and ${e(b!)}, or none of both`,
  response: ([a, b], e) => `whenever ${e(a!)}, ${e(b!)} later`,
  precedence: ([a, b], e) => `${e(b!)} only after ${e(a!)}`,
  succession: ([a, b], e) => `whenever ${e(a!)}, ${e(b!)} later; and ${e(b!)} only after ${e(a!)}`,
  not_co_existence: ([a, b], e) => `not both: ${e(a!)}, ${e(b!)}`,
  not_succession: ([a, b], e) => `after ${e(a!)}, never ${e(b!)}`,
};

function list(parts: string[], word: string): string {
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')}${parts.length > 2 ? ',' : ''} ${word} ${parts.at(-1)}`;
}

function say(formula: Formula, bound: Map<string, string>, happens = true): string {
  switch (formula.is) {
    case 'event':
      return eventInWords(formula.name, bound, happens);
    case 'constant':
      return formula.value === happens ? 'always' : 'never';
    case 'not':
      return formula.of.is === 'event' || formula.of.is === 'constant' ? say(formula.of, bound, !happens) : `it is not so that ${say(formula.of, bound)}`;
    case 'then':
      return list(formula.all.map((each) => say(each, bound)), 'and later');
    case 'and':
      return formula.all.map((each) => (each.is === 'or' ? `(${say(each, bound)})` : say(each, bound))).join('; and ');
    case 'or':
      return implication(formula.all, bound) ?? formula.all.map((each) => say(each, bound)).join(', or ');
    case 'arrow': {
      const [left, right] = [say(formula.left, bound), say(formula.right, bound)];
      switch (formula.arrow) {
        case '->':
          return `if ${left}, then ${right}, in any order`;
        case '=>':
          return `if ${left}, then ${right}, later`;
        case '<=':
          return `${left} only after ${right}`;
        default:
          return `if both happen, ${left} before ${right}`;
      }
    }
    case 'each':
      return `${formula.word}: ${say(formula.of, bound)}`;
    case 'call': {
      const one = (name: string) => (name.startsWith('{') ? list(name.slice(1, -1).split(',').map((each) => eventInWords(each, bound)), 'or') : eventInWords(name, bound));
      if (formula.name === 'saga') {
        const steps = formula.arguments.map((each) => each.split('/'));
        const undone = steps.filter((each) => each[1]).map((each) => `'${each[1]}' for '${each[0]}'`).reverse();
        return `${steps.map((each) => `'${each[0]}'`).join(', then ')}; if '${steps.at(-1)![0]}' cannot complete, the others are compensated in reverse order: ${list(undone, 'and')}`;
      }
      if (formula.name === 'sojc') {
        const steps = formula.arguments.map((each) => each.split('/'));
        return `${list(steps.map((each) => `'${each[0]}'`), 'and')} complete together, or what has completed is compensated in reverse order`;
      }
      if (formula.name === 'compensates') {
        const [undo, task, goal] = formula.arguments;
        return `'${undo}' starts once '${task}' has completed and ${goal ? `'${goal}' will not complete` : 'the case ends'}`;
      }
      return under(CALLS, formula.name)?.(formula.arguments, one) ?? `${formula.name}(${formula.arguments.join(', ')})`;
    }
  }
}

/** `~a | b` reads better as "if a happens, b does". */
function implication(all: Formula[], bound: Map<string, string>): string | null {
  const at = all.findIndex((each) => each.is === 'not' && each.of.is === 'event');
  const first = all[at];
  if (at < 0 || first?.is !== 'not' || all.length < 2) {
    return null;
  }
  const rest = all.filter((_, i) => i !== at);
  return `if ${say(first.of, bound)}, then ${rest.map((each) => say(each, bound)).join(', or ')}`;
}

function asSentence(formula: Formula, bound: Map<string, string>): string {
  const said = say(formula, bound);
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
}

/** A formula in words; the formula itself if it cannot be read. */
export function inWords(expression: string, bound: Map<string, string>): string {
  try {
    return asSentence(new Reader(expression).read(), bound);
  } catch {
    return expression;
  }
}

/** A sentence for each of the formulas that must all hold. */
export function eachInWords(expression: string, bound: Map<string, string>): string[] {
  try {
    const formula = new Reader(expression).read();
    return (formula.is === 'and' ? formula.all : [formula]).map((each) => asSentence(each, bound));
  } catch {
    return [expression];
  }
}

/** The statements of a text of rules. */
export function readRules(text: string): RuleText {
  const code = text.replace(/(#|\/\/)[^\n]*/g, '');
  const events: RuleEvent[] = [];
  for (const match of code.matchAll(/\bevent\s+([\w:]+)(?:\[[^\]]*\])?\s*([^;]*);/g)) {
    const on = /\bon\s+(signal\s+\S+|'[^']*':\w+|\S+)/.exec(match[2]!);
    events.push({ name: match[1]!, on: on?.[1] ?? '', attributes: match[2]!.replace(on?.[0] ?? '', '').replace(/\s+/g, ' ').trim() });
  }
  const bound = new Map(events.filter((each) => each.on !== '').map((each) => [each.name, each.on]));
  const rules: Statement[] = [];
  for (const match of code.matchAll(/\b(dep|assume)\s+([\w.]+)\s*:\s*([^;]+);/g)) {
    const expression = match[3]!.replace(/\s+/g, ' ').trim();
    rules.push({ what: match[1] as 'dep' | 'assume', name: match[2]!, expression, words: inWords(expression, bound) });
  }
  return { rules, events };
}
