/** The controls of a form, one for each kind of field. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { asProblem, isAbort, part } from '../../lib/api';
import { isWhole, plus } from '../../lib/exact';
import { at as under } from '../../lib/keyed';
import type { Json, Schema } from '../../lib/types';
import { brief, type FileReference } from '../value';
import { AnythingInput, Pairs } from './anything';
import { keepPicture, MOST_BYTES, pictureOf, send, size } from './files';
import { at, bare, begin, below, durationOf, isOpen, kindOf, newKey, words, type Anything, type Entry, type Parts, type Row, type Typed } from './model';

/** What the controls of one form share. */
export interface Shared {
  id: string;
  /** Where files are sent; without it there are none. */
  files: string | undefined;
  /** What is wrong at a place and to be seen now. */
  wrong: (path: string) => string | undefined;
  /** A field was left: from now on its mistakes are shown. */
  left: (path: string) => void;
  /** A field was changed: what the engine refused there is not there any more. */
  mend: (path: string) => void;
  /** A file begins (1) or ends (-1) to be sent. */
  sending: (step: 1 | -1) => void;
}

export interface InputProps {
  schema: Schema;
  label: string;
  path: string;
  typed: Typed;
  change: (next: Typed) => void;
  required: boolean;
  shared: Shared;
  /** The whole form: without a frame of its own. */
  top?: boolean;
}

const FEW = 6;
const LONG_TEXTS = /note|comment|reason|description|message|letter|remark|explanation|summary|body|justification|feedback/i;

/** The id of the control of a place. */
export function idOf(form: string, path: string): string {
  return `${form}-${part(path)}`;
}

/** The attributes that tell a control what explains it and what is wrong with it. */
export function described(shared: Shared, path: string, hint: boolean): { id: string; 'aria-describedby'?: string; 'aria-invalid'?: boolean } {
  const id = idOf(shared.id, path);
  const wrong = shared.wrong(path);
  const by = [hint ? `${id}-hint` : '', wrong ? `${id}-wrong` : ''].filter(Boolean).join(' ');
  return { id, ...(by ? { 'aria-describedby': by } : {}), ...(wrong ? { 'aria-invalid': true } : {}) };
}

/** What is wrong at a place. */
export function Wrong({ shared, path }: { shared: Shared; path: string }) {
  const wrong = shared.wrong(path);
  return wrong ? (
    <span class="wrong" id={`${idOf(shared.id, path)}-wrong`}>
      {wrong}
    </span>
  ) : null;
}

function Hint({ shared, path, children }: { shared: Shared; path: string; children: ComponentChildren }) {
  return (
    <span class="hint" id={`${idOf(shared.id, path)}-hint`}>
      {children}
    </span>
  );
}

function Optional({ required }: { required: boolean }) {
  return required ? null : <span class="soft"> (optional)</span>;
}

/** The control of a field. */
export function Input(props: InputProps) {
  const { schema } = bare(props.schema);
  const kind = kindOf(schema, props.shared.files !== undefined);
  const own = { ...props, schema, label: schema.title ?? props.label };
  switch (kind) {
    case 'object':
      return <Group {...own} />;
    case 'list':
      return <List {...own} />;
    case 'map':
      return <Names {...own} />;
    case 'file':
    case 'files':
      return <Files {...own} many={kind === 'files'} />;
    case 'any':
      return <AnythingInput {...own} typed={own.typed as Anything} />;
    case 'truth':
      return <Choices {...own} options={[['yes', 'Yes'], ['no', 'No']]} />;
    case 'choice': {
      const options = (schema.enum ?? [schema.const as Json]).map((each): [string, string] => [JSON.stringify(each), brief(each)]);
      return options.length <= FEW ? <Choices {...own} options={options} /> : <Select {...own} options={options} />;
    }
    case 'nothing':
      return null;
    case 'text':
      return <TextInput {...own} />;
    case 'instant':
      return <InstantInput {...own} />;
    default:
      return <Line {...own} kind={kind} />;
  }
}

function Labelled({ schema, label, path, required, shared, hint, children }: Omit<InputProps, 'typed' | 'change'> & { hint?: ComponentChildren; children: (own: ReturnType<typeof described>) => ComponentChildren }) {
  const explained = [schema.description, hint].filter(Boolean);
  return (
    <div class="field">
      <label for={idOf(shared.id, path)}>
        {label}
        <Optional required={required} />
      </label>
      {children(described(shared, path, explained.length > 0))}
      {explained.length > 0 && (
        <Hint shared={shared} path={path}>
          {explained.map((each, i) => (
            <>
              {i > 0 && ' '}
              {each}
            </>
          ))}
        </Hint>
      )}
      <Wrong shared={shared} path={path} />
    </div>
  );
}

function TextInput(props: InputProps) {
  const { schema, label, path, typed, change, required, shared } = props;
  const text = typed as string;
  const [long, setLong] = useState(text.includes('\n') || text.length > 80 || (schema.maxLength ?? 0) > 120 || (schema.maxLength === undefined && LONG_TEXTS.test(label)));
  const set = (next: string) => {
    shared.mend(path);
    change(next);
  };
  const limit = schema.maxLength !== undefined && text.length > schema.maxLength * 0.8 ? `${schema.maxLength - [...text].length} characters left.` : undefined;
  return (
    <Labelled {...props} hint={limit}>
      {(own) =>
        long ? (
          <textarea {...own} value={text} aria-required={required} rows={3} onInput={(event) => set(event.currentTarget.value)} onBlur={() => shared.left(path)} />
        ) : (
          <input
            {...own}
            type="text"
            value={text}
            aria-required={required}
            autocomplete="off"
            onInput={(event) => set(event.currentTarget.value)}
            onBlur={() => shared.left(path)}
            onPaste={(event) => {
              const pasted = event.clipboardData?.getData('text') ?? '';
              if (/\n./.test(pasted)) {
                // A text of several lines gets room for them.
                event.preventDefault();
                const { selectionStart, selectionEnd } = event.currentTarget;
                set(text.slice(0, selectionStart ?? 0) + pasted + text.slice(selectionEnd ?? 0));
                setLong(true);
              }
            }}
          />
        )
      }
    </Labelled>
  );
}

/** What a number may be, in words. */
function limits(schema: Schema): string | undefined {
  const least = schema.minimum ?? schema.exclusiveMinimum;
  const most = schema.maximum ?? schema.exclusiveMaximum;
  const step = schema.multipleOf === undefined ? '' : `, in steps of ${schema.multipleOf}`;
  const words = least !== undefined && most !== undefined ? `${least} to ${most}` : least !== undefined ? `${schema.minimum === undefined ? 'more than' : 'at least'} ${least}` : most !== undefined ? `${schema.maximum === undefined ? 'less than' : 'at most'} ${most}` : '';
  const all = (words + step).replace(/^, /, '');
  return all === '' ? undefined : all.slice(0, 1).toUpperCase() + all.slice(1) + '.';
}

function Line(props: InputProps & { kind: string }) {
  const { schema, path, typed, change, required, shared, kind } = props;
  const text = typed as string;
  const number = kind === 'number' || kind === 'integer' || kind === 'double';
  const set = (next: string) => {
    shared.mend(path);
    change(next);
  };
  const step = (event: KeyboardEvent) => {
    // Arrows change a number that has steps, as in the browser's own control, but without rounding.
    if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && number && (kind === 'integer' || schema.multipleOf !== undefined)) {
      const by = String(schema.multipleOf ?? 1);
      const from = text.trim() === '' ? '0' : text.trim();
      if (kind !== 'integer' || isWhole(from)) {
        event.preventDefault();
        set(plus(from, event.key === 'ArrowUp' ? by : `-${by}`));
      }
    }
  };
  const iso = kind === 'duration' ? durationOf(text) : undefined;
  const hint = number ? limits(schema) : kind === 'duration' ? (iso && iso !== text.trim() ? `Understood as ${iso}.` : 'Such as 1 h 30 min, 2 d or PT45S.') : undefined;
  return (
    <Labelled {...props} hint={hint}>
      {(own) => {
        const all = { ...own, value: text, 'aria-required': required, autocomplete: 'off', onInput: (event: { currentTarget: { value: string } }) => set(event.currentTarget.value), onBlur: () => shared.left(path) };
        return kind === 'date' ? (
          <input {...all} type="date" />
        ) : (
          <input {...all} type="text" class={number ? 'figure' : undefined} inputMode={kind === 'integer' ? 'numeric' : number ? 'decimal' : undefined} onKeyDown={step} />
        );
      }}
    </Labelled>
  );
}

/** An instant as the browser's control for local times writes it. */
function local(instant: string): string {
  const date = new Date(instant);
  if (instant === '' || Number.isNaN(date.getTime())) {
    return '';
  }
  const two = (part: number) => String(part).padStart(2, '0');
  const seconds = date.getSeconds() === 0 && date.getMilliseconds() === 0 ? '' : `:${two(date.getSeconds())}`;
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}${seconds}`;
}

function InstantInput(props: InputProps) {
  const { path, typed, change, required, shared } = props;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Labelled {...props} hint={`In your time zone, ${zone}.`}>
      {(own) => (
        <input
          {...own}
          type="datetime-local"
          value={local(typed as string)}
          aria-required={required}
          onInput={(event) => {
            shared.mend(path);
            const text = event.currentTarget.value;
            change(text === '' ? '' : new Date(text).toISOString());
          }}
          onBlur={() => shared.left(path)}
        />
      )}
    </Labelled>
  );
}

function Choices({ schema, label, path, typed, change, required, shared, options }: InputProps & { options: [string, string][] }) {
  const own = described(shared, path, schema.description !== undefined);
  const all: [string, string][] = required ? options : [...options, ['', 'No answer']];
  return (
    <fieldset class="field choices" role="radiogroup" aria-required={required} aria-describedby={own['aria-describedby']} aria-invalid={own['aria-invalid']} onFocusOut={() => shared.left(path)}>
      <legend>
        {label}
        <Optional required={required} />
      </legend>
      <div class="row">
        {all.map(([value, words], i) => (
          <label key={value} class="choice">
            <input
              type="radio"
              {...(i === 0 ? { id: own.id } : {})}
              name={own.id}
              checked={typed === value}
              onChange={() => {
                shared.mend(path);
                change(value);
              }}
            />
            {words}
          </label>
        ))}
      </div>
      {schema.description && (
        <Hint shared={shared} path={path}>
          {schema.description}
        </Hint>
      )}
      <Wrong shared={shared} path={path} />
    </fieldset>
  );
}

function Select(props: InputProps & { options: [string, string][] }) {
  const { path, typed, change, required, shared, options } = props;
  return (
    <Labelled {...props}>
      {(own) => (
        <select
          {...own}
          value={typed as string}
          aria-required={required}
          onChange={(event) => {
            shared.mend(path);
            change(event.currentTarget.value);
          }}
          onBlur={() => shared.left(path)}
        >
          <option value="">{required ? 'Choose …' : 'No answer'}</option>
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function Group({ schema, label, path, typed, change, required, shared, top }: InputProps) {
  const parts = typed as Parts | null;
  const needed = new Set(schema.required ?? []);
  const id = idOf(shared.id, path);
  if (parts === null) {
    return (
      <div>
        <button type="button" id={id} onClick={() => addGroup(schema, shared, change, id)}>
          Add {label.toLowerCase()}
        </button>
        <Wrong shared={shared} path={path} />
      </div>
    );
  }
  const fields = (
    <>
      {Object.entries(schema.properties ?? {}).map(([name, each]) => (
        <Input
          key={name}
          schema={each}
          label={words(name)}
          path={below(path, name)}
          typed={under(parts.fields, name) ?? begin(each, undefined, shared.files !== undefined, needed.has(name))}
          change={(next) => change({ ...parts, fields: { ...parts.fields, [name]: next } })}
          required={needed.has(name)}
          shared={shared}
        />
      ))}
      {isOpen(schema) && <Pairs pairs={parts.more} path={path} shared={shared} change={(more) => change({ ...parts, more })} add="Add another field" />}
    </>
  );
  return top ? (
    fields
  ) : (
    <fieldset class="group" id={id} tabIndex={-1}>
      <legend>
        {label}
        <Optional required={required} />
      </legend>
      {schema.description && <span class="hint">{schema.description}</span>}
      {fields}
      <Wrong shared={shared} path={path} />
      {!required && (
        <div>
          <button type="button" class="quiet" onClick={() => (change(null), focusSoon(id))}>
            Remove {label.toLowerCase()}
          </button>
        </div>
      )}
    </fieldset>
  );
}

function addGroup(schema: Schema, shared: Shared, change: (next: Typed) => void, id: string): void {
  change(begin(schema, undefined, shared.files !== undefined));
  focusSoon(id);
}

/** Puts the focus where something appears with the next drawing, unless somebody has gone on to another field by then. */
export function focusSoon(id: string, inside = false): void {
  const before = document.activeElement;
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const now = document.activeElement;
      if (now !== before && now !== document.body) {
        return;
      }
      const found = document.getElementById(id);
      (inside ? (found?.querySelector<HTMLElement>('input, select, textarea, button') ?? found) : found)?.focus();
    }),
  );
}

function List({ schema, label, path, typed, change, required, shared }: InputProps) {
  const rows = (typed ?? []) as Row[];
  const id = idOf(shared.id, path);
  const element = schema.items ?? {};
  const set = (next: Row[]) => {
    shared.mend(path);
    change(next.length === 0 && !required ? null : next);
  };
  const row = (key: number) => `${id}-row-${key}`;
  const add = () => {
    const key = newKey();
    set([...rows, { key, of: begin(element, undefined, shared.files !== undefined) }]);
    focusSoon(row(key), true);
  };
  const move = (from: number, step: number) => {
    const next = [...rows];
    const [moved] = next.splice(from, 1);
    next.splice(from + step, 0, moved!);
    set(next);
    const last = from + step === 0 || from + step === next.length - 1;
    focusSoon(`${row(moved!.key)}-${last ? (step < 0 ? 'down' : 'up') : step < 0 ? 'up' : 'down'}`);
  };
  const one = words(singular(label));
  return (
    <fieldset class="group list" aria-describedby={shared.wrong(path) ? `${id}-wrong` : undefined}>
      <legend>
        {label}
        <Optional required={required} />
      </legend>
      {schema.description && <span class="hint">{schema.description}</span>}
      {rows.length === 0 && <span class="soft small">None yet.</span>}
      {rows.map((each, i) => (
        <div key={each.key} class="list-row" id={row(each.key)}>
          <div class="list-field">
            <Input schema={element} label={`${one} ${i + 1}`} path={at(path, i)} typed={each.of} change={(of) => set(rows.map((other) => (other.key === each.key ? { ...other, of } : other)))} required shared={shared} />
          </div>
          <div class="list-buttons">
            {rows.length > 1 && (
              <>
                <button type="button" class="quiet" id={`${row(each.key)}-up`} disabled={i === 0} aria-label={`Move ${one} ${i + 1} up`} onClick={() => move(i, -1)}>
                  Up
                </button>
                <button type="button" class="quiet" id={`${row(each.key)}-down`} disabled={i === rows.length - 1} aria-label={`Move ${one} ${i + 1} down`} onClick={() => move(i, 1)}>
                  Down
                </button>
              </>
            )}
            <button
              type="button"
              class="quiet"
              aria-label={`Remove ${one} ${i + 1}`}
              onClick={() => {
                set(rows.filter((other) => other.key !== each.key));
                focusSoon(id);
              }}
            >
              Remove
            </button>
          </div>
        </div>
      ))}
      <div>
        <button type="button" id={id} onClick={add} data-wrong={shared.wrong(path) ? true : undefined}>
          Add {one.toLowerCase()}
        </button>
      </div>
      <Wrong shared={shared} path={path} />
    </fieldset>
  );
}

/** "Items" are added one by one as "Item". */
function singular(label: string): string {
  return /ies$/.test(label) ? label.replace(/ies$/, 'y') : /[^su]s$/.test(label) ? label.slice(0, -1) : label;
}

function Names({ schema, label, path, typed, change, required, shared }: InputProps) {
  const rows = (typed ?? []) as Entry[];
  const id = idOf(shared.id, path);
  const element = schema.additionalProperties as Schema;
  const set = (next: Entry[]) => {
    shared.mend(path);
    change(next.length === 0 && !required ? null : next);
  };
  const put = (key: number, part: Partial<Entry>) => set(rows.map((other) => (other.key === key ? { ...other, ...part } : other)));
  return (
    <fieldset class="group list">
      <legend>
        {label}
        <Optional required={required} />
      </legend>
      {rows.length === 0 && <span class="soft small">None yet.</span>}
      {rows.map((each, i) => {
        const place = `${at(path, i)}#name`;
        return (
          <div key={each.key} class="list-row" id={`${id}-row-${each.key}`}>
            <div class="list-field named">
              <div class="field">
                <label for={idOf(shared.id, place)}>Name</label>
                <input {...described(shared, place, false)} type="text" autocomplete="off" value={each.name} onInput={(event) => put(each.key, { name: event.currentTarget.value })} onBlur={() => shared.left(place)} />
                <Wrong shared={shared} path={place} />
              </div>
              <Input schema={element} label={each.name.trim() === '' ? 'Value' : `Value of ${each.name}`} path={below(path, each.name.trim() === '' ? `#${i}` : each.name.trim())} typed={each.of} change={(of) => put(each.key, { of })} required shared={shared} />
            </div>
            <div class="list-buttons">
              <button
                type="button"
                class="quiet"
                aria-label={`Remove ${each.name || `row ${i + 1}`}`}
                onClick={() => {
                  set(rows.filter((other) => other.key !== each.key));
                  focusSoon(id);
                }}
              >
                Remove
              </button>
            </div>
          </div>
        );
      })}
      <div>
        <button
          type="button"
          id={id}
          onClick={() => {
            const key = newKey();
            set([...rows, { key, name: '', of: begin(element, undefined, shared.files !== undefined) }]);
            focusSoon(`${id}-row-${key}`, true);
          }}
        >
          Add to {label.toLowerCase()}
        </button>
      </div>
      <Wrong shared={shared} path={path} />
    </fieldset>
  );
}

/** A file that a value refers to: its name, its size, and a small picture where it is one. */
export function FileShown({ of, children }: { of: FileReference; children?: ComponentChildren }) {
  const picture = pictureOf(of);
  return (
    <span class="file">
      {picture && <img src={picture} alt="" />}
      <span class="file-name">{of.name}</span>
      <span class="soft small">{size(of.bytes)}</span>
      {children}
    </span>
  );
}

interface Upload {
  key: number;
  name: string;
  part: number;
  stop: AbortController;
}

/** Chooses files and sends them. */
export function useUploads(shared: Shared, taken: (reference: FileReference) => void): { uploads: Upload[]; refused: string | undefined; choose: (files: FileList | null) => void } {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [refused, setRefused] = useState<string>();
  const alive = useRef(true);
  const latest = useRef(taken);
  latest.current = taken;
  const open = useRef(new Set<AbortController>());
  useEffect(
    () => () => {
      alive.current = false;
      open.current.forEach((each) => each.abort());
    },
    [],
  );
  const choose = (files: FileList | null) => {
    setRefused(undefined);
    for (const file of files ?? []) {
      if (file.size > MOST_BYTES) {
        setRefused(`'${file.name}' has ${size(file.size)}; a file has at most 16 MB.`);
        continue;
      }
      const upload: Upload = { key: newKey(), name: file.name, part: 0, stop: new AbortController() };
      open.current.add(upload.stop);
      setUploads((all) => [...all, upload]);
      shared.sending(1);
      send(shared.files!, file, (part) => alive.current && setUploads((all) => all.map((each) => (each.key === upload.key ? { ...each, part } : each))), upload.stop.signal)
        .then((reference) => {
          keepPicture(reference, file);
          latest.current(reference);
        })
        .catch((failure: unknown) => !isAbort(failure) && alive.current && setRefused(asProblem(failure).detail))
        .finally(() => {
          open.current.delete(upload.stop);
          shared.sending(-1);
          if (alive.current) {
            setUploads((all) => all.filter((each) => each.key !== upload.key));
          }
        });
    }
  };
  return { uploads, refused, choose };
}

/** Files that are on their way. */
export function Uploads({ of }: { of: Upload[] }) {
  return (
    <>
      {of.map((each) => (
        <span key={each.key} class="file">
          <span class="file-name">{each.name}</span>
          <progress value={each.part} max={1} aria-label={`Sending ${each.name}`} />
          <button type="button" class="quiet" onClick={() => each.stop.abort()}>
            Stop
          </button>
        </span>
      ))}
    </>
  );
}

function Files(props: InputProps & { many: boolean }) {
  const { schema, label, path, typed, change, required, shared, many } = props;
  const all = many ? ((typed ?? []) as FileReference[]) : typed === null ? [] : [typed as FileReference];
  const now = useRef(all);
  now.current = all;
  const { uploads, refused, choose } = useUploads(shared, (reference) => {
    shared.mend(path);
    now.current = many ? [...now.current.filter((each) => each.file !== reference.file), reference] : [reference];
    change(many ? now.current : reference);
  });
  const own = described(shared, path, true);
  const id = own.id;
  return (
    <div class="field files">
      <label for={id}>
        {label}
        <Optional required={required && !many} />
      </label>
      {all.map((each) => (
        <FileShown key={each.file} of={each}>
          <button
            type="button"
            class="quiet"
            aria-label={`Remove ${each.name}`}
            onClick={() => {
              change(many ? all.filter((other) => other.file !== each.file) : null);
              focusSoon(id);
            }}
          >
            Remove
          </button>
        </FileShown>
      ))}
      <Uploads of={uploads} />
      {(many || all.length === 0) && uploads.length === 0 && (
        <input
          {...own}
          type="file"
          multiple={many}
          aria-required={required && !many}
          onChange={(event) => {
            choose(event.currentTarget.files);
            event.currentTarget.value = '';
          }}
        />
      )}
      <Hint shared={shared} path={path}>
        {schema.description ? `${schema.description} ` : ''}At most 16 MB
        {many ? ' each' : ''}.
      </Hint>
      {refused && (
        <span class="wrong" role="alert">
          {refused}
        </span>
      )}
      <Wrong shared={shared} path={path} />
    </div>
  );
}
