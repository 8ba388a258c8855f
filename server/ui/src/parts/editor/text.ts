/** Texts of processes: in which language they are, where a message points, where a node is defined. Nothing here knows the editor. */
import type { Problem } from '../../lib/api';
import type { Finding } from '../../lib/types';

/** The languages that people write. `petri` are plain nets of other tools, which can be proved but not deployed. */
export type Kind = 'facts' | 'logic' | 'rules' | 'yawl' | 'history' | 'petri';

export const KIND_NAMES: Record<Kind, string> = {
  facts: 'Net as facts',
  logic: 'Logic program',
  rules: 'Rules',
  yawl: 'YAWL',
  history: 'Questions to the history',
  petri: 'Petri net',
};

/** The language of a text, by the name of its file and by what it says. */
export function kindOf(file: string, text: string): Kind {
  const ending = /\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase() ?? '';
  const start = text.trimStart();
  if (ending === 'pnml' || ending === 'lola' || ending === 'llnet' || /<pnml[\s>]/.test(start.slice(0, 600))) {
    return 'petri';
  }
  if (ending === 'deps') {
    return 'rules';
  }
  if (ending === 'yawl' || ending === 'xml' || start.startsWith('<')) {
    return 'yawl';
  }
  const code = withoutComments(text);
  const declared = /:-\s*language\(\s*(\w+)\s*\)/.exec(code)?.[1];
  if (declared === 'history') {
    return 'history';
  }
  return declared === 'prolog' || /\brpc\s*\(/.test(code) || /:-[^.]*[^:]\s:\s/.test(code) ? 'logic' : 'facts';
}

/** Prolog text with its comments blanked, so that places stay. */
export function withoutComments(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ');
  return text.replace(/'(?:[^'\\\n]|\\.|'')*'|"(?:[^"\\\n]|\\.)*"|%[^\n]*|\/\*[^]*?\*\//g, (part) => (part.startsWith('%') || part.startsWith('/*') ? blank(part) : part));
}

/** The name of the file of a deployed process. */
export function fileOf(process: string, language: string, text: string): string {
  const name = process.replace(/[^\w.-]+/g, '-');
  return language === 'rules' ? `${name}.deps` : text.trimStart().startsWith('<') ? `${name}.yawl` : `${name}.pl`;
}

/** Where something is to be said about a text, and what. */
export interface Place {
  /** From 1. */
  line: number;
  /** From 1; 0 is the whole line. */
  column: number;
  message: string;
  code: string;
  severity: 'error' | 'warning';
  /** As the message names the file; `rules` are the rules beside a text. */
  file: string;
}

/** A sentence without the code behind it. */
export function sentence(detail: string, code?: string): string {
  const end = code ? ` (${code})` : '';
  return end !== '' && detail.endsWith(end) ? detail.slice(0, -end.length) : detail;
}

/** The places that a refusal names, as in `claim.pl:3:1: there is no fact 'xor_splt'`; none if it names none. */
export function placesIn(problem: Problem): Place[] {
  const lines = problem.detail.split('\n');
  const found: Place[] = [];
  for (let i = 0; i < lines.length; i++) {
    const match = /^(.+?):(\d+):(\d+): (.*)$/.exec(lines[i]!);
    if (!match) {
      continue;
    }
    const code = /\((MR-\d+)\)$/.exec(match[4]!)?.[1] ?? problem.code ?? '';
    const message = sentence(match[4]!, code).replace(/\s*(See docs\/\S+ for the facts that make a net\.|Correct the marked place(; docs\/\S+ shows the form)?\.)\s*$/, '').replace(/\s*\([a-z_]+\)$/, '');
    found.push({ file: match[1]!, line: Number(match[2]), column: Number(match[3]), message: message.charAt(0).toUpperCase() + message.slice(1), code, severity: 'error' });
    // The line itself and the marker below it are in the editor anyway.
    if (/^\s*\^/.test(lines[i + 2] ?? '')) {
      i += 2;
    }
  }
  return found;
}

/** The places of what is worth knowing. */
export function placesOf(findings: Finding[]): Place[] {
  return findings
    .filter((each) => each.line !== undefined)
    .map((each) => ({ file: '', line: each.line!, column: 0, message: sentence(each.detail, each.code), code: each.code, severity: 'warning' as const }));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Where a node of the picture is defined; null if the text does not say. */
export function definitionOf(node: string, text: string, kind: Kind): { from: number; to: number } | null {
  // Clauses of a program are called `review/1`, those to whom it sends messages `to editor`.
  const name = escaped(node.replace(/\/\d+$/, '').replace(/^to /, ''));
  const at = (pattern: RegExp, source: string) => {
    const match = pattern.exec(source);
    return match ? { from: match.index + match[0].length - match[1]!.length, to: match.index + match[0].length } : null;
  };
  if (kind === 'yawl' || kind === 'petri') {
    return at(new RegExp(`<(?:\\w+:)?(?:task|condition|inputCondition|outputCondition|place|transition)\\b[^>]*?\\bid="(${name})`), text);
  }
  const code = kind === 'rules' ? text.replace(/(#|\/\/)[^\n]*/g, (part) => ' '.repeat(part.length)) : withoutComments(text);
  if (kind === 'rules') {
    return at(new RegExp(`\\b(?:task|event|dep|assume)\\s+(${name})\\b`), code) ?? at(new RegExp(`(?<![\\w:])(${name})\\b`), code);
  }
  // Where a task splits or joins says more about it than where it is merely named.
  return (
    at(new RegExp(`\\b(?:and|xor|or)_(?:split|join)\\(\\s*(?:\\[[^\\]]*\\]\\s*,\\s*)?(${name})\\b`), code) ??
    at(new RegExp(`^(${name})\\b`, 'm'), code) ??
    at(new RegExp(`(?<![\\w'])(${name})(?!\\w)`), code)
  );
}

/** The names of tasks and places that stand in a text, for completion. */
export function namesIn(text: string, kind: Kind): string[] {
  if (kind === 'yawl' || kind === 'petri') {
    return [];
  }
  const code = kind === 'rules' ? text.replace(/(#|\/\/)[^\n]*/g, '') : withoutComments(text);
  const all = code.match(/(?<![\w'])[a-z]\w*(?::\w+)?(?!\s*\(|\w)/g) ?? [];
  return [...new Set(all)].filter((name) => name.length > 1).sort();
}
