/** Values whose type is not declared: names and values whose types are guessed, one value, or JSON. */
import { useState } from 'preact/hooks';
import { readExactly, writeExactly } from '../../lib/exact';
import type { Json } from '../../lib/types';
import { described, FileShown, focusSoon, idOf, Uploads, useUploads, Wrong, type InputProps, type Shared } from './inputs';
import { anything, at, below, emptyPair, guess, read, type Anything, type As, type Pair } from './model';

const MODES: [Anything['mode'], string][] = [
  ['pairs', 'Names and values'],
  ['one', 'One value'],
  ['json', 'JSON'],
];

/** A value of any type. What was typed in one mode is taken along to the other where it can be. */
export function AnythingInput({ schema, label, path, typed, change, required, shared, top }: Omit<InputProps, 'typed'> & { typed: Anything }) {
  const id = idOf(shared.id, path);
  const modes = top ? MODES.filter(([mode]) => mode !== 'one') : MODES;
  const turn = (mode: Anything['mode']) => {
    const { value, wrong } = read({}, typed, shared.files !== undefined);
    const fits = wrong.size === 0 && !(typeof value === 'object' && value !== null && Object.keys(value).length === 0);
    const from = fits ? anything(value) : typed;
    change({ ...typed, mode, ...(mode === 'json' && typed.mode !== 'json' ? { text: fits ? from.text : typed.text || (top ? '{\n  \n}' : '') } : {}), ...(mode === 'pairs' && from.pairs.length > 0 ? { pairs: from.pairs } : {}) });
  };
  return (
    <fieldset class={top ? 'group whole' : 'group'} aria-describedby={shared.wrong(path) ? `${id}-wrong` : undefined}>
      <legend class={top ? 'hidden' : undefined}>
        {label === '' ? 'Data' : label}
        {!required && !top && <span class="soft"> (optional)</span>}
      </legend>
      {top && <p class="soft small">The task does not say which data it wants. Give names and values, or nothing.</p>}
      {schema.description && <span class="hint">{schema.description}</span>}
      <div class="row modes" role="radiogroup" aria-label={`How to write ${label === '' ? 'the data' : label}`}>
        {modes.map(([mode, words]) => (
          <label key={mode} class="choice">
            <input type="radio" name={`${id}-mode`} checked={typed.mode === mode} onChange={() => turn(mode)} />
            {words}
          </label>
        ))}
      </div>
      {typed.mode === 'pairs' && <Pairs pairs={typed.pairs} path={path} shared={shared} change={(pairs) => change({ ...typed, pairs })} add="Add a value" />}
      {typed.mode === 'one' && <PairValue of={typed.one} label={label || 'Value'} path={path} shared={shared} change={(one) => change({ ...typed, one })} />}
      {typed.mode === 'json' && <JsonInput text={typed.text} label={`${label || 'Data'} as JSON`} path={path} shared={shared} change={(text) => change({ ...typed, text })} />}
      {typed.mode === 'pairs' && <Wrong shared={shared} path={path} />}
    </fieldset>
  );
}

/** A box for JSON; it says as one types whether it is, and tidies it. */
function JsonInput({ text, label, path, shared, change }: { text: string; label: string; path: string; shared: Shared; change: (text: string) => void }) {
  let value: Json | undefined;
  let fault = '';
  try {
    value = text.trim() === '' ? undefined : readExactly<Json>(text);
  } catch (failure) {
    fault = (failure as Error).message;
  }
  const own = described(shared, path, true);
  return (
    <div class="field">
      <label for={own.id} class="hidden">
        {label}
      </label>
      <textarea
        {...own}
        class="mono"
        rows={6}
        spellcheck={false}
        value={text}
        onInput={(event) => {
          shared.mend(path);
          change(event.currentTarget.value);
        }}
        onBlur={() => shared.left(path)}
      />
      <span class="hint row" id={`${own.id}-hint`}>
        {text.trim() === '' ? 'Empty: nothing is given.' : fault === '' ? 'This is JSON.' : shared.wrong(path) ? 'Not JSON yet.' : `Not JSON yet: ${fault}.`}
        {fault === '' && value !== undefined && writeExactly(value, 2) !== text && (
          <button type="button" class="quiet" onClick={() => change(writeExactly(value, 2))}>
            Tidy
          </button>
        )}
      </span>
      <Wrong shared={shared} path={path} />
    </div>
  );
}

/** Names and values. */
export function Pairs({ pairs, path, shared, change, add }: { pairs: Pair[]; path: string; shared: Shared; change: (pairs: Pair[]) => void; add: string }) {
  const id = `${idOf(shared.id, path)}-pairs`;
  const put = (next: Pair) => change(pairs.map((other) => (other.key === next.key ? next : other)));
  return (
    <>
      {pairs.map((each, i) => {
        const place = `${at(path, i)}#name`;
        return (
          <div key={each.key} class="list-row" id={`${id}-${each.key}`}>
            <div class="list-field named">
              <div class="field">
                <label for={idOf(shared.id, place)}>Name</label>
                <input {...described(shared, place, false)} type="text" autocomplete="off" value={each.name} onInput={(event) => put({ ...each, name: event.currentTarget.value })} onBlur={() => shared.left(place)} />
                <Wrong shared={shared} path={place} />
              </div>
              <PairValue of={each} label={each.name.trim() === '' ? 'Value' : `Value of ${each.name.trim()}`} path={each.name.trim() === '' ? at(path, i) : below(path, each.name.trim())} shared={shared} change={put} />
            </div>
            <div class="list-buttons">
              <button
                type="button"
                class="quiet"
                aria-label={`Remove ${each.name.trim() || `row ${i + 1}`}`}
                onClick={() => {
                  change(pairs.filter((other) => other.key !== each.key));
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
            const next = emptyPair();
            change([...pairs, next]);
            focusSoon(`${id}-${next.key}`, true);
          }}
        >
          {add}
        </button>
      </div>
    </>
  );
}

const TYPES: [As, string][] = [
  ['text', 'text'],
  ['number', 'number'],
  ['truth', 'yes or no'],
  ['json', 'JSON'],
  ['file', 'file'],
];

function guessed(text: string): string {
  const value = guess(text);
  return text.trim() === '' ? 'guess the type' : typeof value === 'string' ? 'a text' : typeof value === 'boolean' ? 'yes or no' : 'a number';
}

function PairValue({ of, label, path, shared, change }: { of: Pair; label: string; path: string; shared: Shared; change: (next: Pair) => void }) {
  const own = described(shared, path, false);
  const [, redraw] = useState(0);
  const { uploads, refused, choose } = useUploads(shared, (file) => {
    change({ ...of, as: 'file', file });
    redraw((count) => count + 1);
  });
  const set = (text: string) => {
    shared.mend(path);
    change({ ...of, text });
  };
  const types = TYPES.filter(([as]) => as !== 'file' || shared.files !== undefined);
  const rows = of.as === 'json' ? 3 : Math.min(8, of.text.split('\n').length);
  const take = (event: { currentTarget: { value: string } }) => set(event.currentTarget.value);
  return (
    <div class="field value">
      <label for={own.id}>{label}</label>
      <div class="row typed">
        {of.as === 'file' ? (
          of.file ? (
            <FileShown of={of.file}>
              <button type="button" class="quiet" onClick={() => change({ ...of, file: undefined })}>
                Remove
              </button>
            </FileShown>
          ) : uploads.length > 0 ? (
            <Uploads of={uploads} />
          ) : (
            <input {...own} type="file" onChange={(event) => choose(event.currentTarget.files)} />
          )
        ) : of.as === 'truth' ? (
          <select {...own} value={of.text} onChange={take}>
            <option value="">–</option>
            <option value="yes">yes</option>
            <option value="no">no</option>
          </select>
        ) : of.as === 'json' || rows > 1 ? (
          <textarea {...own} class={of.as === 'json' ? 'mono' : undefined} rows={rows} value={of.text} onInput={take} onBlur={() => shared.left(path)} />
        ) : (
          <input {...own} type="text" autocomplete="off" inputMode={of.as === 'number' ? 'decimal' : undefined} value={of.text} onInput={take} onBlur={() => shared.left(path)} />
        )}
        <select aria-label={`Type of ${label}`} value={of.as} onChange={(event) => change({ ...of, as: event.currentTarget.value as As })}>
          <option value="guess">{of.as === 'guess' ? guessed(of.text) : 'guess the type'}</option>
          {types.map(([as, words]) => (
            <option key={as} value={as}>
              {words}
            </option>
          ))}
        </select>
      </div>
      {refused && (
        <span class="wrong" role="alert">
          {refused}
        </span>
      )}
      <Wrong shared={shared} path={path} />
    </div>
  );
}
