/** The input of a question: completion of predicates, fluents and events at the place where one types. */
import { useId, useRef, useState } from 'preact/hooks';
import { written, type Word } from './vocabulary';

const MOST = 9;

/** The words that fit what is written before the cursor. */
function fitting(text: string, at: number, words: Word[], all: boolean): { from: number; found: Word[] } {
  const before = /[a-z][A-Za-z0-9_]*$/.exec(text.slice(0, at));
  const typed = before?.[0] ?? '';
  if ((typed === '' && !all) || (before && /[A-Za-z0-9_]/.test(text[before.index - 1] ?? ''))) {
    return { from: at, found: [] };
  }
  // Inside of holds_now(…) a fluent is meant, inside of happened(…) an event.
  const outside = text.slice(0, at - typed.length);
  const meant = /(holds_\w+|held_at)\(\s*$/.test(outside) ? 'fluent' : /happened\(\s*$/.test(outside) ? 'event' : 'predicate';
  const order = (word: Word) => (word.kind === meant ? 0 : 2) + (word.name.startsWith(typed) ? 0 : 1);
  const found = words.filter((word) => word.name.startsWith(typed) || (typed.length > 1 && word.name.includes(typed)));
  return { from: at - typed.length, found: found.sort((a, b) => order(a) - order(b)).slice(0, MOST) };
}

export function Console({ value, change, ask, words, wrong }: { value: string; change: (text: string) => void; ask: () => void; words: Word[]; wrong: { from: number; to: number } | null }) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [offer, setOffer] = useState<{ from: number; found: Word[]; at: number } | null>(null);
  const propose = (all = false) => {
    const input = box.current!;
    const { from, found } = input.selectionStart === input.selectionEnd ? fitting(input.value, input.selectionStart, words, all) : { from: 0, found: [] };
    const done = found.length === 1 && input.value.slice(from, input.selectionStart) === found[0]!.name && input.value[input.selectionStart] === '(';
    setOffer(found.length === 0 || done ? null : { from, found, at: 0 });
  };
  const take = (word: Word) => {
    const input = box.current!;
    const to = input.selectionStart;
    const text = input.value[to] === '(' ? word.name : written(word);
    const next = input.value.slice(0, offer!.from) + text + input.value.slice(to);
    const cursor = offer!.from + text.length;
    change(next);
    setOffer(null);
    input.focus();
    requestAnimationFrame(() => input.setSelectionRange(cursor, cursor));
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      setOffer(null);
      ask();
    } else if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      propose(true);
    } else if (offer) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        setOffer({ ...offer, at: (offer.at + (event.key === 'ArrowDown' ? 1 : offer.found.length - 1)) % offer.found.length });
      } else if (event.key === 'Enter' || event.key === 'Tab') {
        event.preventDefault();
        take(offer.found[offer.at]!);
      } else if (event.key === 'Escape') {
        event.preventDefault();
        setOffer(null);
      }
    }
  };
  const before = offer ? value.slice(0, offer.from).split('\n') : [];
  return (
    <div class="console">
      <label for={id}>Question</label>
      <textarea
        id={id}
        ref={box}
        class="mono"
        rows={Math.max(2, Math.min(10, value.split('\n').length))}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        value={value}
        placeholder="holds_now(active(Task, Who, Case))"
        aria-autocomplete="list"
        aria-describedby={`${id}-keys`}
        aria-invalid={wrong !== null}
        {...(offer ? { 'aria-controls': `${id}-words`, 'aria-activedescendant': `${id}-${offer.at}` } : {})}
        onInput={(event) => {
          change(event.currentTarget.value);
          propose();
        }}
        onKeyDown={keys}
        onClick={() => setOffer(null)}
        onBlur={() => window.setTimeout(() => setOffer(null), 150)}
      />
      {offer && (
        <ul id={`${id}-words`} role="listbox" aria-label="Words that fit" class="words" style={{ left: `min(calc(${before.at(-1)!.length}ch + 8px), calc(100% - 300px))`, top: `calc(${before.length} * 1.45em + 32px)` }}>
          {offer.found.map((word, i) => (
            <li key={written(word)} id={`${id}-${i}`} role="option" aria-selected={i === offer.at} onPointerDown={(event) => (event.preventDefault(), take(word))}>
              <code>{written(word)}</code> <span class="soft small">{word.kind === 'predicate' ? word.about : `${word.kind}: ${word.about}`}</span>
            </li>
          ))}
        </ul>
      )}
      <span id={`${id}-keys`} class="soft small">
        Goals of Prolog, such as <code>holds_for(active(Task, Who, Case), Start, End)</code>. <kbd>Ctrl Enter</kbd> asks, <kbd>Ctrl Space</kbd> shows all words.
      </span>
    </div>
  );
}
