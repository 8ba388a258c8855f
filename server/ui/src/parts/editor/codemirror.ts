/** The editor itself. Loaded when a text is shown, because it is large. */
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippetCompletion, type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands';
import { bracketMatching, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { colours, languageFor } from './languages';
import { oneEdit } from './lines';
import { namesIn, type Kind, type Place } from './text';
import { WORDS, type Word } from './words';

export interface EditorOptions {
  parent: HTMLElement;
  text: string;
  kind: Kind;
  label: string;
  /** The id of the element that says how to leave the editor. */
  describedBy: string;
  readOnly: boolean;
  changed: (text: string) => void;
  /** The word at the cursor, when it moves. */
  moved: (word: string) => void;
  /** What keys do, such as `Mod-s`. */
  keys: Record<string, () => void>;
  hint: string;
}

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--paper)', color: 'var(--ink)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-gutters': { backgroundColor: 'var(--paper-2)', color: 'var(--ink-2)', border: '0', borderRight: '1px solid var(--line)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--paper-3)', color: 'var(--ink)' },
  '.cm-activeLine': { backgroundColor: 'transparent', boxShadow: 'inset 0 0 0 1px var(--paper-3)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-placeholder': { color: 'var(--ink-2)' },
  '.cm-tooltip': { backgroundColor: 'var(--paper)', color: 'var(--ink)', border: '1px solid var(--line-2)', borderRadius: 'var(--corner)', boxShadow: 'var(--shadow)' },
  '.cm-tooltip-autocomplete ul li': { padding: '3px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { backgroundColor: 'var(--accent)', color: 'var(--accent-ink)' },
  '.cm-completionDetail': { color: 'var(--ink-2)', fontStyle: 'normal', fontFamily: 'var(--sans)', marginLeft: '12px' },
  'li[aria-selected] .cm-completionDetail': { color: 'var(--accent-ink)' },
  '.cm-about': { padding: '4px 8px', maxWidth: '420px', fontFamily: 'var(--sans)' },
  '.cm-diagnostic': { padding: '4px 8px', fontFamily: 'var(--sans)', whiteSpace: 'pre-wrap', maxWidth: '520px' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--trouble)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--wait)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--trouble) 1.5px', textUnderlineOffset: '3px' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--wait) 1.5px', textUnderlineOffset: '3px' },
  '.cm-panels': { backgroundColor: 'var(--paper-2)', color: 'var(--ink)', borderTop: '1px solid var(--line)' },
});

function completion(word: Word): Completion {
  const plain = { label: word.word, detail: word.about, type: 'keyword' };
  return word.form === undefined || word.form === word.word ? plain : snippetCompletion(word.form.replace(/[{}]/g, '\\$&').replace(/\b(task|name|a|b|c)\b(?=[,)\].:])/g, '${$1}'), plain);
}

function completing(kind: Kind): (context: CompletionContext) => CompletionResult | null {
  const words = WORDS[kind].map(completion);
  return (context) => {
    const before = context.matchBefore(/[\w:]+|[-=<>~&|]+/);
    if (!before && !context.explicit) {
      return null;
    }
    const from = before?.from ?? context.pos;
    const here = before?.text ?? '';
    const names = namesIn(context.state.doc.toString(), kind)
      .filter((name) => name !== here && !WORDS[kind].some((word) => word.word === name))
      .map((name) => ({ label: name, type: 'variable', detail: 'in this text', boost: 1 }));
    // Inside of parentheses names are wanted, at the beginning of a line facts are.
    const options = [...names, ...words];
    return { from, options, validFor: /^[\w:]*$/ };
  };
}

function explaining(kind: Kind): Extension {
  return hoverTooltip((view, at) => {
    const range = view.state.wordAt(at);
    const word = range && WORDS[kind].find((each) => each.word === view.state.sliceDoc(range.from, range.to));
    if (!range || !word) {
      return null;
    }
    return {
      pos: range.from,
      end: range.to,
      above: true,
      create: () => {
        const dom = document.createElement('div');
        dom.className = 'cm-about';
        dom.textContent = `${word.word}: ${word.about}`;
        return { dom };
      },
    };
  });
}

function wordAt(state: EditorState): string {
  const { main } = state.selection;
  const range = state.wordAt(main.head);
  return main.empty || range === null ? (range ? state.sliceDoc(range.from, range.to) : '') : state.sliceDoc(main.from, main.to);
}

/** An editor in the page. */
export class TextEditor {
  private readonly view: EditorView;
  private readonly language = new Compartment();

  constructor(options: EditorOptions) {
    const keys = Object.entries(options.keys).map(([key, act]) => ({
      key,
      preventDefault: true,
      run: () => {
        act();
        return true;
      },
    }));
    this.view = new EditorView({
      parent: options.parent,
      state: EditorState.create({
        doc: options.text,
        extensions: [
          keymap.of(keys),
          lineNumbers(),
          lintGutter(),
          highlightActiveLineGutter(),
          history(),
          drawSelection(),
          indentUnit.of('    '),
          EditorState.tabSize.of(4),
          bracketMatching(),
          closeBrackets(),
          highlightActiveLine(),
          this.language.of(this.about(options.kind)),
          syntaxHighlighting(colours),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ tabindex: '0', 'aria-label': options.label, 'aria-describedby': options.describedBy, ...(options.readOnly ? { 'aria-readonly': 'true' } : {}) }),
          EditorState.readOnly.of(options.readOnly),
          ...(options.hint ? [placeholder(options.hint)] : []),
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, ...(options.readOnly ? [] : [indentWithTab])]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) {
              options.changed(update.state.doc.toString());
            }
            if (update.selectionSet && update.transactions.some((each) => each.isUserEvent('select'))) {
              options.moved(wordAt(update.state));
            }
          }),
          look,
        ],
      }),
    });
  }

  private about(kind: Kind): Extension {
    return [languageFor(kind), autocompletion({ override: [completing(kind)], icons: false }), explaining(kind)];
  }

  setKind(kind: Kind): void {
    this.view.dispatch({ effects: this.language.reconfigure(this.about(kind)) });
  }

  /** Makes the text another one as one step that can be undone. */
  setText(text: string): void {
    const before = this.view.state.doc.toString();
    if (before !== text) {
      this.view.dispatch({ changes: oneEdit(before, text), annotations: isolateHistory.of('full') });
    }
  }

  /** Shows what is said about places of the text. */
  setPlaces(places: Place[]): void {
    const doc = this.view.state.doc;
    const diagnostics: Diagnostic[] = places
      .filter((place) => place.line <= doc.lines)
      .map((place) => {
        const line = doc.line(Math.max(1, place.line));
        const from = Math.min(line.to, line.from + Math.max(0, place.column - 1));
        const rest = line.text.slice(from - line.from);
        // The whole line, or the word at the column.
        const length = place.column === 0 ? line.length : (/^[\w'"]+/.exec(rest)?.[0].length ?? 1);
        const begin = place.column === 0 ? line.from + (/^\s*/.exec(line.text)?.[0].length ?? 0) : from === line.to && from > line.from ? from - 1 : from;
        return { from: begin, to: Math.min(line.to, Math.max(begin + 1, from + length)), severity: place.severity, message: place.code ? `${place.message} (${place.code})` : place.message };
      });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Puts the cursor somewhere and shows the place. */
  select(from: number, to: number, focus: boolean): void {
    const length = this.view.state.doc.length;
    const anchor = Math.min(from, length);
    this.view.dispatch({ selection: { anchor, head: Math.min(to, length) }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    if (focus) {
      this.view.focus();
    }
  }

  selectLine(line: number, column: number): void {
    const doc = this.view.state.doc;
    const found = doc.line(Math.max(1, Math.min(line, doc.lines)));
    const at = Math.min(found.to, found.from + Math.max(0, column - 1));
    this.select(at, at, true);
  }

  end(): void {
    this.view.destroy();
  }
}
