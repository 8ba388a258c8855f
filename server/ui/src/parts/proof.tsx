/** A proof: one sentence, its reasons indented below it, each leading to the event behind it. */
import './proof.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Reason } from '../lib/types';
import { placeOf } from './timeline';
import { Sentence } from './words';

interface Props {
  of: Reason;
  label: string;
  /** Goes to the event of a line. */
  toEvent: (id: string) => void;
}

/** The tree. Arrow keys walk through it, Right and Left open and close, Enter goes to the event of a line. */
export function Proof({ of, label, toEvent }: Props) {
  const tree = useRef<HTMLUListElement>(null);
  const keys = (event: KeyboardEvent) => {
    const item = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]');
    if (!item || !tree.current) {
      return;
    }
    const all = [...tree.current.querySelectorAll<HTMLElement>('[role=treeitem]')];
    const at = all.indexOf(item);
    const focus = (which: HTMLElement | null | undefined) => {
      if (which) {
        all.forEach((each) => (each.tabIndex = -1));
        which.tabIndex = 0;
        which.focus();
      }
    };
    const expanded = item.getAttribute('aria-expanded');
    switch (event.key) {
      case 'ArrowDown':
        focus(all[at + 1]);
        break;
      case 'ArrowUp':
        focus(all[at - 1]);
        break;
      case 'Home':
        focus(all[0]);
        break;
      case 'End':
        focus(all[all.length - 1]);
        break;
      case 'ArrowRight':
        if (expanded === 'false') {
          item.dispatchEvent(new CustomEvent('toggle-line'));
        } else if (expanded === 'true') {
          focus(all[at + 1]);
        }
        break;
      case 'ArrowLeft':
        if (expanded === 'true') {
          item.dispatchEvent(new CustomEvent('toggle-line'));
        } else {
          focus(item.parentElement?.closest<HTMLElement>('[role=treeitem]'));
        }
        break;
      case 'Enter':
      case ' ': {
        const id = item.dataset['event'];
        if (id && event.target === item) {
          toEvent(id);
        } else {
          return;
        }
        break;
      }
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ul ref={tree} class="proof" role="tree" aria-label={label} onKeyDown={keys}>
      <Line of={of} toEvent={toEvent} level={1} first />
    </ul>
  );
}

function Line({ of, toEvent, level, first = false }: { of: Reason; toEvent: (id: string) => void; level: number; first?: boolean }) {
  const [open, setOpen] = useState(level < 4);
  const item = useRef<HTMLLIElement>(null);
  const nested = of.because.length > 0;
  useEffect(() => {
    const toggle = (event: Event) => {
      event.stopPropagation();
      setOpen((before) => !before);
    };
    const mine = item.current!;
    mine.addEventListener('toggle-line', toggle);
    return () => mine.removeEventListener('toggle-line', toggle);
  }, []);
  return (
    <li ref={item} role="treeitem" aria-level={level} aria-expanded={nested ? open : undefined} aria-selected="false" tabIndex={first ? 0 : -1} data-event={of.event}>
      <div class={`claim ${of.holds ? 'holds' : 'fails'}`}>
        {nested ? (
          <button type="button" class="fold" tabIndex={-1} aria-hidden="true" onClick={() => setOpen(!open)}>
            {open ? '−' : '+'}
          </button>
        ) : (
          <span class="fold" aria-hidden="true">
            {of.holds ? '✓' : '✗'}
          </span>
        )}
        <span class="words">
          {!of.holds && level > 1 && <span class="hidden">does not hold: </span>}
          <Sentence text={of.words} />{' '}
          {of.event && (
            <button type="button" class="quiet small" tabIndex={-1} title={`Show the case as it was then: ${of.event}`} onClick={() => toEvent(of.event!)}>
              turn {placeOf(of.event).turn}
            </button>
          )}
        </span>
      </div>
      {nested && open && (
        <ul role="group">
          {of.because.map((each, i) => (
            <Line key={each.claim + i} of={each} toEvent={toEvent} level={level + 1} />
          ))}
        </ul>
      )}
    </li>
  );
}
