/** The colours of texts: small readers of our own for Prolog and rules, the library's for XML. */
import { HighlightStyle, StreamLanguage, type StreamParser, type StringStream } from '@codemirror/language';
import { xml } from '@codemirror/legacy-modes/mode/xml';
import { tags } from '@lezer/highlight';
import type { Kind } from './text';
import { WORDS } from './words';

interface Reading {
  comment: boolean;
}

function prolog(known: Set<string>): StreamParser<Reading> {
  const comment = (stream: StringStream, state: Reading) => {
    state.comment = !stream.skipTo('*/');
    if (state.comment) {
      stream.skipToEnd();
    } else {
      stream.match('*/');
    }
    return 'comment';
  };
  return {
    name: 'prolog',
    startState: () => ({ comment: false }),
    token(stream, state) {
      if (state.comment) {
        return comment(stream, state);
      }
      if (stream.eatSpace()) {
        return null;
      }
      if (stream.match('%')) {
        stream.skipToEnd();
        return 'comment';
      }
      if (stream.match('/*')) {
        return comment(stream, state);
      }
      if (stream.match(/^'(?:[^'\\]|\\.|'')*'?/) || stream.match(/^"(?:[^"\\]|\\.)*"?/)) {
        return 'string';
      }
      if (stream.match(/^(?:0'.|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)/)) {
        return 'number';
      }
      if (stream.match(/^[A-Z_]\w*/)) {
        return 'variableName.special';
      }
      const name = stream.match(/^[a-z]\w*/) as RegExpMatchArray | null;
      if (name) {
        return known.has(name[0]) ? 'keyword' : stream.peek() === '(' ? 'variableName.function' : 'variableName';
      }
      if (stream.match(/^[-+*/\\^<>=~:.?@#&$]+/)) {
        return 'operator';
      }
      stream.next();
      return 'punctuation';
    },
    languageData: { commentTokens: { line: '%', block: { open: '/*', close: '*/' } }, closeBrackets: { brackets: ['(', '[', '{', "'", '"'] } },
  };
}

const STATEMENTS = new Set(['dep', 'assume', 'event', 'agent', 'task', 'across', 'cases', 'on', 'signal', 'role', 'participant', 'pool', 'program', 'process', 'handler', 'within', 'as', 'all', 'some', 'in', 'not', 'case', 'data']);
const ATTRIBUTES = new Set(['flexible', 'inevitable', 'immediate', 'triggerable', 'unreliable', 'guaranteed', 'repeating', 'true', 'false']);

const rules: StreamParser<null> = {
  name: 'rules',
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) {
      return null;
    }
    if (stream.match(/^(?:#|\/\/)/)) {
      stream.skipToEnd();
      return 'comment';
    }
    if (stream.match(/^'[^']*'?/)) {
      return 'string';
    }
    if (stream.match(/^\d+[smhd]?/)) {
      return 'number';
    }
    const name = stream.match(/^[a-zA-Z_][\w]*/) as RegExpMatchArray | null;
    if (name) {
      return STATEMENTS.has(name[0]) ? 'keyword' : ATTRIBUTES.has(name[0]) ? 'typeName' : stream.peek() === '(' ? 'variableName.function' : 'variableName';
    }
    if (stream.match(/^(?:->|=>|<=|[<~.&|¬·∧∨→⇒≤⊤⊥])/)) {
      return 'operator';
    }
    stream.next();
    return 'punctuation';
  },
  languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', "'"] } },
};

const FACTS = StreamLanguage.define(prolog(new Set(WORDS.facts.map((each) => each.word))));
const LOGIC = StreamLanguage.define(prolog(new Set(WORDS.logic.map((each) => each.word))));
const RULES = StreamLanguage.define(rules);
const XML = StreamLanguage.define(xml);

export function languageFor(kind: Kind): StreamLanguage<unknown> {
  switch (kind) {
    case 'facts':
      return FACTS as StreamLanguage<unknown>;
    case 'logic':
    case 'history':
      return LOGIC as StreamLanguage<unknown>;
    case 'rules':
      return RULES as StreamLanguage<unknown>;
    case 'yawl':
    case 'petri':
      return XML as StreamLanguage<unknown>;
  }
}

export const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--ink-2)', fontStyle: 'italic' },
  { tag: [tags.keyword, tags.tagName], color: 'var(--accent)', fontWeight: '600' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--done)' },
  { tag: tags.number, color: 'var(--wait)' },
  { tag: tags.special(tags.variableName), color: 'var(--delay)' },
  { tag: [tags.function(tags.variableName), tags.typeName, tags.attributeName], color: 'var(--run)' },
  { tag: [tags.operator, tags.punctuation, tags.angleBracket], color: 'var(--ink-2)' },
]);
