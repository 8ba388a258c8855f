/** The small parts that every page is made of. */
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Problem as ProblemData } from '../lib/api';
import { copyText } from '../lib/clipboard';
import type { Loaded } from '../lib/load';
import { at as under } from '../lib/keyed';
import { ago, exact, millis, now, span } from '../lib/time';

/** The kinds of states that colours and shapes tell apart. */
export type Tone = 'run' | 'wait' | 'done' | 'trouble' | 'delay' | 'off';

const TONES: Record<string, Tone> = {
  running: 'run',
  started: 'run',
  live: 'run',
  offered: 'wait',
  allocated: 'wait',
  waiting: 'wait',
  suspended: 'off',
  completed: 'done',
  sound: 'done',
  done: 'done',
  failed: 'trouble',
  incident: 'trouble',
  unsound: 'trouble',
  invalid: 'trouble',
  late: 'trouble',
  delayed: 'delay',
  cancelled: 'off',
  withdrawn: 'off',
  unknown: 'wait',
};

/** A state as a word with a colour and a shape. */
export function State({ of, tone, title }: { of: string; tone?: Tone; title?: string | undefined }) {
  return (
    <span class={`state ${tone ?? under(TONES, of) ?? 'off'}`} title={title}>
      {of}
    </span>
  );
}

/** An instant: relative, with the exact one on hover and for copying. */
export function Time({ at, from, plain }: { at: string | number; from?: number; plain?: boolean }) {
  const instant = typeof at === 'number' ? at : millis(at);
  const text = plain ? exact(instant) : ago(instant, from ?? now.value);
  return (
    <time dateTime={new Date(instant).toISOString()} title={exact(instant)}>
      {text}
    </time>
  );
}

/** How long something took, or has taken until now. */
export function Span({ from, to }: { from: string; to?: string | undefined }) {
  return <span title={`${exact(millis(from))}${to ? ` – ${exact(millis(to))}` : ''}`}>{span((to ? millis(to) : now.value) - millis(from))}</span>;
}

/** An id that one click copies. */
export function Id({ text, href }: { text: string; href?: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    void copyText(text).then((done) => {
      setCopied(done);
      window.setTimeout(() => setCopied(false), 1_200);
    });
  };
  return (
    <span class="copy">
      {href ? <a href={href}>{text}</a> : text}
      <button type="button" onClick={copy} aria-label={`${copied ? 'copied' : 'copy'} ${text}`}>
        {copied ? 'copied' : 'copy'}
      </button>
    </span>
  );
}

/** Why something was refused or could not be read: the code, the sentence, and what to do. */
export function Problem({ of, again }: { of: ProblemData | undefined; again?: (() => void) | undefined }) {
  if (!of) {
    return null;
  }
  const code = of.code ? ` (${of.code})` : '';
  const detail = code !== '' && of.detail.endsWith(code) ? of.detail.slice(0, -code.length) : of.detail;
  return (
    <div class={of.status === 0 ? 'problem away' : 'problem'} role="alert">
      {detail} {of.code && <code>{of.code}</code>} {again && <button type="button" class="quiet" onClick={again}>Try again</button>}
    </div>
  );
}

/** What was read, or why not yet. */
export function Shown<T>({ of, children }: { of: Loaded<T>; children: (value: T) => ComponentChildren }) {
  const value = of.value.value;
  const problem = of.problem.value;
  return (
    <>
      {problem && <Problem of={problem} again={of.again} />}
      {value !== undefined ? children(value) : of.slow.value && !problem ? <div class="skeleton" aria-busy="true" aria-label="Loading" /> : null}
    </>
  );
}

/** A page or list without content, and what to do first. */
export function Empty({ title, children, actions, page }: { title: string; children?: ComponentChildren; actions?: ComponentChildren; /** Whether there is nothing else on the page. */ page?: boolean }) {
  return (
    <div class="empty">
      {page ? <h1>{title}</h1> : <h2>{title}</h2>}
      <p class="soft">{children}</p>
      {actions && <div class="row">{actions}</div>}
    </div>
  );
}

/** The title line of a page: where one is, what it is, at most three actions. */
export function Title({ crumbs, children, actions }: { crumbs?: ComponentChildren; children: ComponentChildren; actions?: ComponentChildren }) {
  return (
    <div class="title">
      {crumbs && <span class="crumbs">{crumbs}</span>}
      <h1 class="row">{children}</h1>
      {actions && <div class="actions">{actions}</div>}
    </div>
  );
}

/** A framed part of a page. */
export function Panel({ title, actions, children, label }: { title: ComponentChildren; actions?: ComponentChildren; children: ComponentChildren; label?: string }) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id} aria-label={label}>
      <header>
        <h2 id={id} style="font-size: var(--text-2)">
          {title}
        </h2>
        {actions && <span class="row far">{actions}</span>}
      </header>
      <div class="inside">{children}</div>
    </section>
  );
}

/** A dialog over the page. Escape and the button close it; focus goes back to where it was. */
export function Dialog({ title, close, mayClose, children, footer, wide }: { title: string; close: () => void; /** Asked first when somebody closes it. */ mayClose?: () => boolean; children: ComponentChildren; footer?: ComponentChildren; wide?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    dialog.current!.showModal();
    return () => before?.focus?.();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={close} onCancel={(event) => mayClose?.() === false && event.preventDefault()} style={wide ? 'width: min(1080px, calc(100vw - 32px))' : undefined}>
      <header>
        <h2 id={id}>{title}</h2>
        <button type="button" class="far" style="margin-left: auto" onClick={() => mayClose?.() !== false && dialog.current!.close()}>
          Close
        </button>
      </header>
      <div class="inside column">{children}</div>
      {footer && <footer>{footer}</footer>}
    </dialog>
  );
}

export interface Choice {
  label: string;
  act?: () => void;
  href?: string;
  /** Saves what the address gives. */
  download?: string;
  disabled?: string | undefined;
}

/** A button with choices below it. */
export function Menu({ label, choices }: { label: string; choices: Choice[] }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!open) {
      return;
    }
    const list = box.current!.querySelector('ul')!;
    // It ends where its button ends, unless that leaves a part of it out of sight.
    list.style.translate = `${Math.max(0, 8 - list.getBoundingClientRect().left)}px`;
    box.current!.querySelector<HTMLElement>('li > *')?.focus();
    const outside = (event: Event) => {
      if (!box.current!.contains(event.target as Node)) {
        setOpen(false);
      }
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);
  const keys = (event: KeyboardEvent) => {
    const all = [...box.current!.querySelectorAll<HTMLElement>('li > *')];
    const at = all.indexOf(document.activeElement as HTMLElement);
    if (event.key === 'Escape' && open) {
      // A dialog around the menu stays.
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
      box.current!.querySelector('button')!.focus();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) {
        setOpen(true);
      } else {
        all[(at + (event.key === 'ArrowDown' ? 1 : all.length - 1)) % all.length]?.focus();
      }
    }
  };
  const chosen = (choice: Choice) => {
    setOpen(false);
    box.current!.querySelector('button')!.focus();
    choice.act?.();
  };
  return (
    <div class="menu" ref={box} onKeyDown={keys}>
      <button type="button" aria-haspopup="true" aria-expanded={open} onClick={() => setOpen(!open)}>
        {label} <span aria-hidden="true">▾</span>
      </button>
      {open && (
        <ul>
          {choices.map((choice) => (
            <li key={choice.label}>
              {choice.href ? (
                <a href={choice.href} download={choice.download} onClick={() => setOpen(false)}>
                  {choice.label}
                </a>
              ) : (
                <button type="button" disabled={choice.disabled !== undefined} title={choice.disabled} onClick={() => chosen(choice)}>
                  {choice.label}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Scrolls a bar sideways until what is chosen in it is seen, with something of its neighbours. */
export function intoSight(bar: HTMLElement, chosen: string): void {
  const found = bar.querySelector<HTMLElement>(chosen);
  if (found) {
    const [frame, place] = [bar.getBoundingClientRect(), found.getBoundingClientRect()];
    bar.scrollLeft += Math.max(0, place.right + 32 - frame.right) + Math.min(0, place.left - 32 - frame.left);
  }
}

/** Tabs; the chosen one belongs into the address. */
export function Tabs({ names, chosen, choose, label }: { names: [string, ComponentChildren][]; chosen: string; choose: (name: string) => void; label: string }) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => intoSight(bar.current!, '[aria-selected=true]'), [chosen]);
  const keys = (event: KeyboardEvent) => {
    const at = names.findIndex(([name]) => name === chosen);
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? names.length - 1 : 0;
    if (step !== 0) {
      event.preventDefault();
      const next = names[(at + step) % names.length]![0];
      choose(next);
      (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-tab="${CSS.escape(next)}"]`)?.focus();
    }
  };
  return (
    <div ref={bar} class="tabs" role="tablist" aria-label={label} onKeyDown={keys}>
      {names.map(([name, title]) => (
        <button key={name} type="button" role="tab" data-tab={name} aria-selected={name === chosen} tabIndex={name === chosen ? 0 : -1} onClick={() => choose(name)}>
          {title}
        </button>
      ))}
    </div>
  );
}

/** A labelled control with a hint and what is wrong with it. */
export function Field({ label, hint, wrong, children }: { label: ComponentChildren; hint?: ComponentChildren; wrong?: string | undefined; children: (id: string, described: { 'aria-describedby'?: string; 'aria-invalid'?: boolean }) => ComponentChildren }) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', wrong ? `${id}-wrong` : ''].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id, { ...(described ? { 'aria-describedby': described } : {}), ...(wrong ? { 'aria-invalid': true } : {}) })}
      {hint && (
        <span class="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {wrong && (
        <span class="wrong" id={`${id}-wrong`}>
          {wrong}
        </span>
      )}
    </div>
  );
}

/** Saves a text as a file of the reader's machine. */
export function save(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
