/** The quick search from anywhere: cases, business keys, processes, tasks, participants. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { get, isAbort, part } from '../lib/api';
import { mayOpen, myPlaces } from '../lib/places';
import { go, to } from '../lib/router';

export interface Found {
  kind: string;
  id: string;
  title: string;
}

function addressOf(found: Found): string {
  switch (found.kind) {
    case 'case':
      return to.case(found.id);
    case 'process':
      return to.process(found.id);
    case 'work':
      return to.work(found.id);
    case 'participant':
      return `/agents?participant=${part(found.id)}`;
    case 'task':
      return `/work?task=${part(found.id)}`;
    default:
      return found.id;
  }
}

/** The pages that the reader may open. */
function places(): Found[] {
  const titles: Record<string, string> = { '/ask': 'Ask the history' };
  const all = myPlaces().map((each) => ({ kind: 'page', id: each.href, title: titles[each.href] ?? each.name }));
  const after = all.findIndex((each) => each.id === '/processes') + 1;
  return after === 0 ? all : [...all.slice(0, after), { kind: 'page', id: '/edit', title: 'Write a process' }, ...all.slice(after)];
}

export function Search({ close }: { close: () => void }) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found[]>(places);
  const [at, setAt] = useState(0);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  useEffect(() => {
    const wanted = text.trim().toLowerCase();
    const pages = places().filter((place) => place.title.toLowerCase().includes(wanted));
    setAt(0);
    if (wanted === '') {
      setFound(pages);
      return;
    }
    const stop = new AbortController();
    get<{ results: Found[] }>('/search', { text: text.trim() }, stop.signal)
      .then((answer) => setFound([...answer.results.filter((each) => mayOpen(addressOf(each))), ...pages]))
      .catch((failure: unknown) => {
        if (!isAbort(failure)) {
          // A case id needs no search.
          setFound([...(/^\d+(\.\d+)*$/.test(wanted) && mayOpen(to.case(wanted)) ? [{ kind: 'case', id: wanted, title: `Case ${wanted}` }] : []), ...pages]);
        }
      });
    return () => stop.abort();
  }, [text]);
  const open = (one: Found | undefined) => {
    if (one) {
      dialog.current!.close();
      go(addressOf(one));
    }
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setAt((at + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % Math.max(1, found.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(found[at]);
    }
  };
  return (
    <dialog ref={dialog} aria-label="Search" onClose={close} style="margin-top: 12vh">
      <div class="inside column">
        <input
          type="search"
          role="combobox"
          list={undefined}
          aria-label="Search for cases, keys, processes, tasks, people"
          aria-expanded="true"
          aria-controls="found"
          aria-activedescendant={found[at] ? `found-${at}` : undefined}
          placeholder="A case, a key, a process, a task, a person …"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={keys}
        />
        <ul id="found" role="listbox" aria-label="Results" class="plain found">
          {found.map((one, i) => (
            <li key={one.kind + one.id} id={`found-${i}`} role="option" aria-selected={i === at} class="row" onClick={() => open(one)} onPointerMove={() => setAt(i)}>
              <span>{one.title}</span>
              <span class="far soft small">{one.kind}</span>
            </li>
          ))}
          {found.length === 0 && (
            <li class="soft" role="option" aria-selected="false">
              Nothing fits. Cases are found by their id or the beginning of their key.
            </li>
          )}
        </ul>
      </div>
    </dialog>
  );
}
