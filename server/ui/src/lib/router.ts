/** The address of the page, as signals: whatever a page shows follows from it, so that every address can be sent to somebody. */
import { part } from './segment';
import { computed, signal } from '@preact/signals';

const location = signal(typed(new URL(window.location.href)));

/** The id of a work item has a `#`: typed by hand as `/work/40#3`, a browser takes it for a place in the page. */
function typed(address: URL): URL {
  if (/^\/work\/[^/]+$/.test(address.pathname) && /^#\d+$/.test(address.hash)) {
    address.pathname += part(address.hash);
    address.hash = '';
    window.history.replaceState(null, '', address);
  }
  return address;
}

/** The path, such as `/cases/62`. */
export const path = computed(() => location.value.pathname);

/** The parameters behind the path. */
export const query = computed(() => location.value.searchParams);

window.addEventListener('popstate', () => {
  location.value = new URL(window.location.href);
});

/** Goes to another page. */
export function go(address: string, options: { replace?: boolean; keepScroll?: boolean } = {}): void {
  const target = new URL(address, window.location.href);
  if (target.href === window.location.href) {
    return;
  }
  const samePage = target.pathname === window.location.pathname;
  if (options.replace) {
    window.history.replaceState(null, '', target);
  } else {
    window.history.pushState(null, '', target);
  }
  location.value = target;
  if (!samePage && !options.keepScroll) {
    window.scrollTo(0, 0);
  }
}

/** Changes parameters and keeps the path; an empty value removes one. Typing into a filter replaces the address instead of filling the history. */
export function setQuery(changes: Record<string, string | null | undefined>, replace = true): void {
  const target = new URL(window.location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === '') {
      target.searchParams.delete(name);
    } else {
      target.searchParams.set(name, value);
    }
  }
  go(target.href, { replace, keepScroll: true });
}

/** A parameter of the address. */
export function parameter(name: string): string {
  return query.value.get(name) ?? '';
}

/** Follows links inside of the pages without loading anew; new tabs and downloads stay the browser's. */
export function followLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      return;
    }
    const link = (event.target as Element | null)?.closest('a');
    if (!link || link.target || link.hasAttribute('download') || link.origin !== window.location.origin || link.pathname.startsWith('/api/')) {
      return;
    }
    if (link.hash !== '' && link.pathname === window.location.pathname && link.search === window.location.search) {
      return;
    }
    event.preventDefault();
    go(link.href);
  });
}

/** The values of a pattern such as `/cases/:case` in a path; null if it does not fit. */
export function match(pattern: string, actual: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = actual.replace(/(.)\/$/, '$1').split('/');
  if (wanted.length !== given.length) {
    return null;
  }
  const found: Record<string, string> = {};
  for (let i = 0; i < wanted.length; i++) {
    const want = wanted[i]!;
    const have = given[i]!;
    if (want.startsWith(':')) {
      try {
        found[want.slice(1)] = decodeURIComponent(have);
      } catch {
        return null;
      }
    } else if (want !== have) {
      return null;
    }
  }
  return found;
}

/** Addresses of pages, written once. */
export const to = {
  case: (id: string) => `/cases/${part(id)}`,
  work: (id: string) => `/work/${part(id)}`,
  process: (name: string, version?: number) => `/processes/${part(name)}${version === undefined ? '' : `?version=${version}`}`,
  cases: (filter: Record<string, string>) => `/cases?${new URLSearchParams(filter)}`,
};
