/** The frame of all pages, and which address is which page. Pages are loaded when somebody opens them. */
import type { ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { signal } from '@preact/signals';
import { get } from './lib/api';
import { liveness } from './lib/live';
import { useLoad } from './lib/load';
import { hide, notices } from './lib/notices';
import { mayOpen, myPlaces } from './lib/places';
import { forget } from './lib/recall';
import { go, match, path } from './lib/router';
import { actAs, actor, key, me, tenant, useKey, useTenant } from './lib/session';
import { shortcuts, useShortcuts } from './lib/shortcuts';
import { chooseTheme, theme, type Theme } from './lib/theme';
import { clock } from './lib/time';
import type { Identity, Page, Participant } from './lib/types';
import { Dialog, Empty, Field, intoSight, Menu, Problem } from './parts/basics';
import { Search } from './parts/search';

export interface PageProps {
  /** The parts of the address that the pattern names. */
  of: Record<string, string>;
}

type Source = () => Promise<{ default: ComponentType<PageProps> }>;

const work: Source = () => import('./pages/work');
const simulate: Source = () => import('./pages/simulate');

const PAGES: [string, Source][] = [
  ['/', () => import('./pages/home')],
  ['/cases', () => import('./pages/cases')],
  ['/cases/:case', () => import('./pages/case')],
  ['/work', work],
  ['/work/:work', work],
  ['/processes', () => import('./pages/processes')],
  ['/processes/:process', () => import('./pages/process')],
  ['/edit', () => import('./pages/edit')],
  ['/agents', () => import('./pages/agents')],
  ['/simulate', simulate],
  ['/simulate/:simulation', simulate],
  ['/ask', () => import('./pages/ask')],
  ['/operations', () => import('./pages/operations')],
];
if (import.meta.env.DEV || import.meta.env.MODE === 'components') {
  PAGES.push(['/dev/components', () => import('./pages/components')]);
}

const searching = signal(false);
const helping = signal(false);

export function App() {
  const identity = useLoad<Identity>((stop) => get('/me', {}, stop), [key.value, actor.value, tenant.value]);
  const known = identity.value.value;
  useEffect(forget, [key.value, actor.value, tenant.value]);
  useEffect(() => {
    me.value = identity.problem.value ? null : (known ?? null);
  }, [known, identity.problem.value]);
  const nobody = me.value === null;
  useEffect(() => {
    // The server knows the key no more: what it says of it leads to signing in, and what was typed is still there behind it.
    if (me.value === null && known && !identity.problem.value) {
      identity.again();
    }
  }, [nobody]);
  const allowed = myPlaces();
  useShortcuts(
    [
      { keys: 'Control+k', about: 'Search everything', act: () => (searching.value = true) },
      { keys: '/', about: 'Search everything', act: () => (searching.value = true) },
      { keys: '?', about: 'Show these keys', act: () => (helping.value = true) },
      { keys: 'g h', about: 'Go to Home', act: () => go('/') },
      ...allowed.map((each) => ({ keys: each.keys, about: `Go to ${each.name}`, act: () => go(each.href) })),
    ],
    [allowed.map((each) => each.href).join()],
  );
  const here = (href: string) => (path.value === href || path.value.startsWith(href + '/') || (href === '/processes' && path.value === '/edit') ? 'page' : undefined);
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => intoSight(bar.current!, '[aria-current]'), [path.value, allowed.length]);
  const line = liveness.value;
  const refused = identity.problem.value?.status === 401 || identity.problem.value?.status === 403;

  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <header class="top">
        <a class="name" href="/">
          <img src="/millrace.svg" alt="" />
          Millrace
        </a>
        <nav ref={bar} aria-label="Pages">
          {allowed.map((each) => (
            <a key={each.href} href={each.href} aria-current={here(each.href)}>
              {each.name}
            </a>
          ))}
        </nav>
        <div class="end">
          <button type="button" onClick={() => (searching.value = true)}>
            Search <kbd>Ctrl K</kbd>
          </button>
          <Person />
        </div>
      </header>
      {line.state === 'broken' && (
        <div class="notice" role="status">
          Not live since {clock(line.since!.getTime())}, reconnecting. {line.reason}
        </div>
      )}
      {line.state === 'refused' && (
        <div class="notice" role="status">
          Not live: the server refuses to tell what happens. {line.reason} Load the page again to see what is new.
        </div>
      )}
      {notices.value.map((each) => (
        <div key={each.id} class="notice row" role="status">
          <span>{each.words}</span>
          {!each.busy && (
            <button type="button" class="quiet" onClick={() => hide(each.id)}>
              Hide
            </button>
          )}
        </div>
      ))}
      <main id="content" tabIndex={-1} class={line.state === 'broken' ? 'stale' : undefined}>
        <div class="content">{refused ? <SignIn problem={identity.problem.value} /> : identity.problem.value && !known ? <Problem of={identity.problem.value} /> : known && <Current />}</div>
      </main>
      {searching.value && <Search close={() => (searching.value = false)} />}
      {helping.value && <Keys close={() => (helping.value = false)} />}
    </>
  );
}

/** By their source: an address that leads to the same page keeps what is shown. */
const loaded = new Map<Source, ComponentType<PageProps>>();

/** The page of the address; the last one stays until the next is there. */
function Current() {
  const found = PAGES.map(([pattern, source]) => ({ pattern, source, of: match(pattern, path.value) })).find((each) => each.of !== null);
  const [, redraw] = useState(0);
  const [failure, setFailure] = useState('');
  const pattern = found?.pattern ?? '';
  useEffect(() => {
    setFailure('');
    if (found && !loaded.has(found.source)) {
      found
        .source()
        .then((page) => {
          loaded.set(found.source, page.default);
          redraw((n) => n + 1);
        })
        .catch(() => setFailure('This page could not be loaded: the server does not answer, or was changed. Load the page again.'));
    }
  }, [pattern]);
  if (!found) {
    return (
      <Empty page title="There is no such page" actions={<a class="button primary" href="/">Go to Home</a>}>
        Nothing is at {path.value}.
      </Empty>
    );
  }
  if (me.value !== null && !mayOpen(path.value)) {
    return (
      <Empty page title="This page is not for you" actions={<a class="button primary" href="/">Go to Home</a>}>
        {me.value.name ?? 'You'} {me.value.roles.length === 0 ? 'has no role on this server' : `may see what the ${me.value.roles.length === 1 ? 'role' : 'roles'} ${me.value.roles.join(', ')} may see`}. An administrator can change that.
      </Empty>
    );
  }
  const Shown = loaded.get(found.source);
  // Another tenant has other things under the same ids, and another person may see others: nothing of what was shown stays.
  return failure ? (
    <div class="problem" role="alert">
      {failure} <button type="button" class="quiet" onClick={() => window.location.reload()}>Load again</button>
    </div>
  ) : Shown ? (
    <Shown key={JSON.stringify([tenant.value, actor.value, found.source === work ? '/work' : pattern, found.source === work ? '' : found.of])} of={found.of!} />
  ) : null;
}

/** Who acts, and in which colours. */
function Person() {
  const [choosing, setChoosing] = useState(false);
  const identity = me.value;
  const name = identity?.name ?? actor.value;
  const themes: [Theme, string][] = [
    ['light', 'Light'],
    ['dark', 'Dark'],
    ['system', 'As the system'],
  ];
  return (
    <>
      <Menu
        label={name === '' ? 'Nobody' : name}
        choices={[
          ...(key.value === '' ? [{ label: 'Act as somebody …', act: () => setChoosing(true) }] : [{ label: 'Sign out', act: () => useKey('') }]),
          ...themes.map(([value, label]) => ({ label: `${theme.value === value ? '✓ ' : ''}${label}`, act: () => chooseTheme(value) })),
          { label: 'Keys', act: () => (helping.value = true) },
        ]}
      />
      {choosing && <ChoosePerson close={() => setChoosing(false)} />}
    </>
  );
}

function ChoosePerson({ close }: { close: () => void }) {
  const people = useLoad<Page<Participant>>((stop) => get('/participants', { limit: 1000 }, stop), []);
  const [name, setName] = useState(actor.value);
  const [room, setRoom] = useState(tenant.value);
  const done = (event: Event) => {
    event.preventDefault();
    actAs(name);
    useTenant(room);
    close();
  };
  return (
    <Dialog title="In whose name do you act?" close={close}>
      <p class="soft">Security is off on this server. The history shows the name that you choose here.</p>
      <form class="column" onSubmit={done}>
        <Field label="Name">
          {(id) => <input id={id} list="people" value={name} autoFocus onInput={(event) => setName(event.currentTarget.value)} />}
        </Field>
        <Field label="Tenant" hint="Whose cases you see; main unless you name another.">
          {(id, described) => <input id={id} {...described} value={room} placeholder="main" onInput={(event) => setRoom(event.currentTarget.value)} />}
        </Field>
        <datalist id="people">
          {people.value.value?.items.map((each) => (
            <option key={each.name} value={each.name}>
              {each.roles.join(', ')}
            </option>
          ))}
        </datalist>
        <div class="row">
          <button class="primary" type="submit">
            Act under this name
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function SignIn({ problem }: { problem: import('./lib/api').Problem | undefined }) {
  const [secret, setSecret] = useState('');
  const done = (event: Event) => {
    event.preventDefault();
    useKey(secret);
  };
  return (
    <div class="text" style="max-width: 480px">
      <h1>Sign in</h1>
      <p class="soft">This server knows people and programs by an API key, or by a token of your organisation. It stays in this tab until you close it.</p>
      <form class="column" style="margin-top: 16px" onSubmit={done}>
        {key.value !== '' && <Problem of={problem} />}
        <Field label="API key or token" hint="An administrator makes keys: mill keys add NAME --role participant">
          {(id, described) => <input id={id} {...described} type="password" autocomplete="off" value={secret} onInput={(event) => setSecret(event.currentTarget.value)} />}
        </Field>
        <div>
          <button class="primary" type="submit" disabled={secret.trim() === ''}>
            Sign in
          </button>
        </div>
      </form>
    </div>
  );
}

function Keys({ close }: { close: () => void }) {
  return (
    <Dialog title="Keys" close={close}>
      <dl class="pairs">
        {shortcuts.value.map((each) => (
          <>
            <dt>
              {each.keys.replace('Control+k', 'Ctrl k').split(' ').map((one) => (
                <>
                  <kbd>{one}</kbd>{' '}
                </>
              ))}
            </dt>
            <dd>{each.about}</dd>
          </>
        ))}
        <dt>
          <kbd>Tab</kbd> <kbd>↑</kbd> <kbd>↓</kbd>
        </dt>
        <dd>Walk through lists, menus and pictures</dd>
      </dl>
    </Dialog>
  );
}
