/** JSON as people read it: names and values, nested ones below, long ones folded. */
import type { ComponentChildren } from 'preact';
import { Exact, writeExactly } from '../lib/exact';
import type { Json } from '../lib/types';

const MOST = 50;

function isFields(value: Json): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !((value as unknown) instanceof Exact);
}

/** One line of a value. */
export function brief(value: Json | undefined, most = 80): string {
  if (value === undefined || value === null) {
    return '–';
  }
  const text = typeof value === 'string' ? value : writeExactly(value);
  return text.length > most ? text.slice(0, most - 1) + '…' : text;
}

/** What a value says to refer to a file of the case. */
export interface FileReference {
  file: string;
  name: string;
  bytes: number;
}

export function isFile(value: unknown): value is FileReference {
  const fields = value as Partial<FileReference> | null;
  return typeof value === 'object' && fields !== null && typeof fields.file === 'string' && typeof fields.name === 'string' && typeof fields.bytes === 'number';
}

interface Shown {
  of: Json | undefined;
  depth?: number;
  /** How files are shown that the value refers to; as names and values unless given. */
  file?: ((of: FileReference) => ComponentChildren) | undefined;
}

export function Value({ of, depth = 0, file }: Shown) {
  if (of === undefined || of === null) {
    return <span class="soft">nothing</span>;
  }
  if (Array.isArray(of)) {
    return of.length === 0 ? <span class="soft">an empty list</span> : <Listed of={of} depth={depth} file={file} />;
  }
  if (file && isFile(of)) {
    return <>{file(of)}</>;
  }
  if (isFields(of)) {
    const names = Object.keys(of);
    if (names.length === 0) {
      return <span class="soft">no data</span>;
    }
    const pairs = (
      <dl class="pairs">
        {names.slice(0, MOST * 4).map((name) => (
          <>
            <dt>{name}</dt>
            <dd>
              <Value of={of[name]} depth={depth + 1} file={file} />
            </dd>
          </>
        ))}
      </dl>
    );
    return depth > 1 ? (
      <details>
        <summary class="mono">{brief(of, 60)}</summary>
        {pairs}
      </details>
    ) : (
      pairs
    );
  }
  return typeof of === 'string' ? <>{of === '' ? <span class="soft">an empty text</span> : of}</> : <span class="mono">{writeExactly(of)}</span>;
}

function Listed({ of, depth, file }: { of: Json[]; depth: number; file: Shown['file'] }) {
  if (file && of.every(isFile) && of.length <= 12) {
    return (
      <ul class="plain">
        {of.map((each) => (
          <li>{file(each as unknown as FileReference)}</li>
        ))}
      </ul>
    );
  }
  if (of.every((each) => !isFields(each) && !Array.isArray(each)) && of.length <= 12) {
    return <>{of.map((each) => brief(each)).join(', ')}</>;
  }
  return (
    <details>
      <summary>
        {of.length} {of.length === 1 ? 'entry' : 'entries'}
      </summary>
      <ol start={0}>
        {of.slice(0, MOST).map((each) => (
          <li>
            <Value of={each} depth={depth + 1} file={file} />
          </li>
        ))}
      </ol>
      {of.length > MOST && <span class="soft">and {of.length - MOST} more</span>}
    </details>
  );
}
