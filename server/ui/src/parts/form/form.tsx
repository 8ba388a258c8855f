/**
 * A form made from a JSON Schema: it checks as one types, keeps a draft, and shows what the engine refuses at the field that is meant.
 *
 * A mistake is shown when its field was left, or when the form was sent; from then on it goes away as soon as it is mended.
 */
import './form.css';
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Problem as ProblemData } from '../../lib/api';
import { clock } from '../../lib/time';
import type { Json, Schema } from '../../lib/types';
import { Problem } from '../basics';
import { dropDraft, findDraft, keepDraft, sweepDrafts } from './draft';
import { idOf, Input, type Shared } from './inputs';
import { bare, begin, kindOf, read, refusals, saysNothing, type Typed, type Wrong } from './model';

export interface FormProps {
  schema: Schema;
  /** What the fields begin with. */
  value?: Json;
  /** The words on the button. */
  submit: string;
  /** Sends it. The draft goes unless this says false or fails. */
  onSubmit: (value: Json) => void | boolean | Promise<void | boolean>;
  /** What the engine refused; shown at the field that it names. */
  problem?: ProblemData | undefined;
  /** Where files are sent, and under what name the draft is kept. */
  filesPath?: string | undefined;
  draft?: string;
  /** More buttons, behind the one that sends it. */
  actions?: ComponentChildren;
}

const NONE: Wrong = new Map();

/** The places at which something is wrong, in words that people find on the form. */
function places(wrong: Wrong): string {
  const count = wrong.size;
  return count === 1 ? 'One field needs a change.' : `${count} fields need a change.`;
}

export function Form({ schema, value, submit, onSubmit, problem, filesPath, draft, actions }: FormProps) {
  const id = useId();
  const box = useRef<HTMLFormElement>(null);
  const files = filesPath !== undefined;
  const written = useMemo(() => JSON.stringify(schema), [schema]);
  const fresh = useMemo(() => begin(schema, value, files), [written]);
  const found = useMemo(() => (draft ? findDraft(draft, written) : null), [written, draft]);
  const [typed, setTyped] = useState<Typed>(found?.typed ?? fresh);
  const [restored, setRestored] = useState(found?.at);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [sending, setSending] = useState(0);
  const [refused, setRefused] = useState<Wrong>(NONE);
  const focusWrong = useRef(false);

  useEffect(() => sweepDrafts(Date.now()), []);
  useEffect(() => {
    const named = problem ? refusals(problem.detail) : NONE;
    setRefused(named);
    focusWrong.current = named.size > 0;
  }, [problem]);
  // Before somebody can have gone on to another field.
  useLayoutEffect(() => {
    const first = focusWrong.current ? box.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]') : null;
    if (first) {
      focusWrong.current = false;
      (first.querySelector<HTMLElement>('input') ?? first).focus();
    }
  });

  // A mistake that appears while somebody presses a button would move the button away from below the pointer: it waits until then.
  const pressed = useRef(false);
  const waiting = useRef(new Set<string>());
  useEffect(() => {
    const down = () => (pressed.current = true);
    const up = () => {
      pressed.current = false;
      window.setTimeout(() => {
        if (waiting.current.size > 0) {
          const more = waiting.current;
          waiting.current = new Set();
          setLeft((before) => new Set([...before, ...more]));
        }
      });
    };
    document.addEventListener('pointerdown', down, true);
    document.addEventListener('pointerup', up, true);
    document.addEventListener('pointercancel', up, true);
    return () => {
      document.removeEventListener('pointerdown', down, true);
      document.removeEventListener('pointerup', up, true);
      document.removeEventListener('pointercancel', up, true);
    };
  }, []);

  const { value: now, wrong } = useMemo(() => read(schema, typed, files), [schema, typed, files]);
  const mend = (path: string) => {
    if (refused.has(path)) {
      const rest = new Map(refused);
      rest.delete(path);
      setRefused(rest);
    }
  };
  const change = (next: Typed) => {
    focusWrong.current = false;
    setTyped(next);
    if (draft) {
      if (JSON.stringify(next) === JSON.stringify(fresh)) {
        dropDraft(draft);
      } else {
        keepDraft(draft, { at: Date.now(), typed: next, schema: written });
      }
    }
  };
  const discard = () => {
    dropDraft(draft!);
    setTyped(fresh);
    setRestored(undefined);
    setLeft(new Set());
    setTried(false);
  };
  const send = async (event?: Event) => {
    event?.preventDefault();
    if (busy || sending > 0) {
      return;
    }
    if (wrong.size > 0) {
      setTried(true);
      setLeft(new Set([...left, ...wrong.keys()]));
      focusWrong.current = true;
      return;
    }
    setBusy(true);
    try {
      const taken = await onSubmit(now);
      if (taken !== false && draft) {
        dropDraft(draft);
      }
    } finally {
      setBusy(false);
    }
  };
  const shared: Shared = {
    id,
    files: filesPath,
    wrong: (path) => refused.get(path) ?? (left.has(path) ? wrong.get(path) : undefined),
    left: (path) => {
      if (pressed.current) {
        waiting.current.add(path);
      } else if (!left.has(path)) {
        setLeft((before) => new Set(before).add(path));
      }
    },
    mend,
    sending: (step) => setSending((count) => count + step),
  };
  // What the engine refuses at a place that has no field stands above.
  const visible = new Map([...[...wrong].filter(([path]) => tried && left.has(path)), ...refused]);
  const { schema: whole } = bare(schema);
  const kind = kindOf(whole, files);
  const nothing = kind === 'object' && Object.keys(whole.properties ?? {}).length === 0 && whole.additionalProperties === false;
  return (
    <form
      ref={box}
      class="form column"
      noValidate
      aria-busy={busy}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void send();
        }
      }}
    >
      {restored !== undefined && (
        <p class="note small" role="status">
          Draft from <time dateTime={new Date(restored).toISOString()}>{clock(restored).slice(0, 5)}</time> restored –{' '}
          <button type="button" class="quiet" onClick={discard}>
            discard
          </button>
        </p>
      )}
      <div role="alert" class={visible.size > 0 ? 'wrong-fields' : undefined}>
        {visible.size > 0 && places(visible)}
        {[...refused].filter(([path]) => !hasField(box.current, id, path)).map(([path, why]) => ` ${path}: ${why}`)}
      </div>
      {problem && refused.size === 0 && refusals(problem.detail).size === 0 && <Problem of={problem} />}
      {nothing ? (
        <p class="soft">Nothing is to be filled in.</p>
      ) : (
        <Input schema={schema} label={kind === 'object' || saysNothing(schema) ? '' : 'Answer'} path="" typed={typed} change={change} required={!saysNothing(schema)} shared={shared} top />
      )}
      <div class="row send">
        <button class="primary" type="submit" disabled={busy || sending > 0} title="Ctrl+Enter">
          {busy ? `${submit} …` : submit}
        </button>
        {sending > 0 && (
          <span class="soft" role="status">
            A file is on its way.
          </span>
        )}
        {actions}
      </div>
    </form>
  );
}

function hasField(form: HTMLElement | null, id: string, path: string): boolean {
  return form?.querySelector(`#${CSS.escape(idOf(id, path))}`) != null;
}
