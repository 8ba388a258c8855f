/** Where cases of one version go in another: the version, and new names for places that are called otherwise there. */
import './migration.css';
import { useEffect, useMemo } from 'preact/hooks';
import { get, part } from '../lib/api';
import { useLoad } from '../lib/load';
import { keyed } from '../lib/keyed';
import type { Figure, Json, Page, ProcessVersion } from '../lib/types';
import { Field } from './basics';

/** What somebody has chosen. */
export interface Migration {
  version: number;
  mapping: [string, string][];
  /** What follows from that for the conditions between tasks that have other names. */
  derived: [string, string][];
}

/** Nothing is chosen yet. */
export const emptyMigration: Migration = { version: 0, mapping: [], derived: [] };

/** As the endpoints take it. */
export function migrationBody(of: Migration): { [name: string]: Json } {
  const mapping = keyed<Json>([...of.derived, ...of.mapping].filter(([from, to]) => from.trim() !== '' && to.trim() !== '').map(([from, to]) => [from.trim(), to.trim()] as const));
  return { version: of.version, ...(Object.keys(mapping).length === 0 ? {} : { mapping }) };
}

/** The conditions between tasks, such as c(check,approve), under the new names of the tasks, where the new version has them. */
export function derivedFrom(names: string[], there: string[], mapping: [string, string][]): [string, string][] {
  const known = new Map(mapping.map(([from, to]) => [from.trim(), to.trim()] as const));
  return names.flatMap((name): [string, string][] => {
    const ends = /^c\(([^,]+),([^,]+)\)$/.exec(name);
    if (!ends || known.has(name)) {
      return [];
    }
    const other = `c(${known.get(ends[1]!) || ends[1]},${known.get(ends[2]!) || ends[2]})`;
    return other !== name && there.includes(other) ? [[name, other]] : [];
  });
}

/** The names in a figure that a mapping can be about. */
export function namesOf(figure: Figure | null | undefined): string[] {
  return [...new Set((figure?.sheets ?? []).flatMap((sheet) => [...sheet.nodes.filter((node) => node.shape !== 'start').map((node) => node.id), ...sheet.edges.map((edge) => edge.mark).filter(Boolean)]))];
}

interface Props {
  process: string;
  /** The version that the case runs; 0 for cases of several. */
  from: number;
  /** The figure of that version, if there is one. */
  old: Figure | null;
  value: Migration;
  set: (value: Migration) => void;
}

/** The fields. Places that the new version does not have are asked for by name. */
export function MigrationFields({ process, from, old, value, set }: Props) {
  const versions = useLoad<Page<ProcessVersion>>((stop) => get(`/processes/${part(process)}`, { limit: 1000 }, stop), [process]);
  const all = (versions.value.value?.items ?? []).map((each) => each.version);
  const numbers = all.filter((each) => each !== from);
  useEffect(() => {
    if (value.version === 0 && numbers.length > 0) {
      set({ ...value, version: numbers.at(-1)! });
    }
  }, [numbers.length]);
  const target = useLoad<Figure | null>((stop) => (value.version === 0 ? Promise.resolve(null) : get<Figure>(`/processes/${part(process)}/figure`, { version: value.version }, stop).catch(() => null)), [process, value.version]);
  const there = useMemo(() => namesOf(target.value.value), [target.value.value]);
  const gone = useMemo(() => (there.length === 0 ? [] : namesOf(old).filter((name) => !there.includes(name) && !/^c\(/.test(name))), [there, old]);
  const rows = [...gone.filter((name) => !value.mapping.some(([each]) => each === name)).map((name): [string, string] => [name, '']), ...value.mapping];
  const derived = useMemo(() => derivedFrom(namesOf(old), there, value.mapping), [old, there, value.mapping]);
  useEffect(() => {
    if (JSON.stringify(derived) !== JSON.stringify(value.derived)) {
      set({ ...value, derived });
    }
  }, [derived]);
  const change = (i: number, row: [string, string]) => set({ ...value, mapping: rows.map((each, k) => (k === i ? row : each)) });
  if (versions.value.value && numbers.length === 0) {
    return <p class="problem away">There is no other version of {process}. Deploy one first.</p>;
  }
  return (
    <>
      <Field label="Version">
        {(id) => (
          <select id={id} value={String(value.version)} onChange={(event) => set({ ...value, version: Number(event.currentTarget.value) })}>
            {numbers.map((each) => (
              <option key={each} value={each}>
                version {each}
                {each === all.at(-1) ? ', the newest' : ''}
              </option>
            ))}
          </select>
        )}
      </Field>
      <fieldset class="mapping">
        <legend>Other names in the new version</legend>
        {rows.map(([name, other], i) => (
          <div class="row" key={i}>
            <input aria-label={`Old name ${i + 1}`} list="mapping-old" value={name} placeholder="old place or task" onInput={(event) => change(i, [event.currentTarget.value, other])} />
            <span>becomes</span>
            <input aria-label={`New name ${i + 1}`} list="mapping-new" value={other} placeholder={gone.includes(name) ? 'is not there any more' : 'new place or task'} onInput={(event) => change(i, [name, event.currentTarget.value])} />
            <button type="button" class="quiet" aria-label={`Remove name ${i + 1}`} onClick={() => set({ ...value, mapping: rows.filter((_, k) => k !== i) })}>
              remove
            </button>
          </div>
        ))}
        <div class="row">
          <button type="button" class="quiet" onClick={() => set({ ...value, mapping: [...rows, ['', '']] })}>
            Add a name
          </button>
          {rows.length === 0 && <span class="soft">All places keep their names.</span>}
          {derived.length > 0 && <span class="soft">Then, too: {derived.map(([name, other]) => `${name} becomes ${other}`).join(', ')}.</span>}
        </div>
        <datalist id="mapping-old">
          {namesOf(old).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <datalist id="mapping-new">
          {there.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </fieldset>
    </>
  );
}
