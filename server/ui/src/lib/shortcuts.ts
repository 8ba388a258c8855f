/** Keys that work everywhere, listed under `?`. A page adds its own while it is shown. */
import { useEffect } from 'preact/hooks';
import { signal } from '@preact/signals';

export interface Shortcut {
  /** As in `g c`, `/`, `?`, `Control+k`. */
  keys: string;
  about: string;
  act: () => void;
}

export const shortcuts = signal<Shortcut[]>([]);

let before = '';
let beforeAt = 0;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) && (target as HTMLInputElement).type !== 'range' && (target as HTMLInputElement).type !== 'checkbox';
}

window.addEventListener('keydown', (event) => {
  const modified = event.ctrlKey || event.metaKey;
  if (event.altKey || (isTyping(event.target) && !modified) || event.defaultPrevented || (!modified && document.querySelector('dialog[open]'))) {
    return;
  }
  const key = modified ? `Control+${event.key.toLowerCase()}` : event.key;
  const two = performance.now() - beforeAt < 1_000 ? `${before} ${key}` : '';
  const found = shortcuts.value.find((each) => each.keys === two) ?? shortcuts.value.find((each) => each.keys === key);
  before = key;
  beforeAt = performance.now();
  if (found) {
    event.preventDefault();
    before = '';
    found.act();
  }
});

/** Has some shortcuts while the component is shown. */
export function useShortcuts(mine: Shortcut[], dependsOn: unknown[] = []): void {
  useEffect(() => {
    shortcuts.value = [...mine, ...shortcuts.value];
    return () => {
      shortcuts.value = shortcuts.value.filter((each) => !mine.includes(each));
    };
  }, dependsOn);
}
