/** What differs between two texts, line by line. */

export interface Line {
  what: 'same' | 'added' | 'removed';
  text: string;
  /** Numbers of the line in the texts before and after, from 1. */
  before?: number;
  after?: number;
}

const MOST = 4_000_000;

/** A shortest list of changed lines; texts of many thousand different lines are compared as wholes. */
export function compareLines(before: string, after: string): Line[] {
  const a = before.replace(/\n$/, '').split('\n');
  const b = after.replace(/\n$/, '').split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) {
    start++;
  }
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) {
    end++;
  }
  const lines: Line[] = [];
  const same = (i: number, j: number) => lines.push({ what: 'same', text: a[i]!, before: i + 1, after: j + 1 });
  const removed = (i: number) => lines.push({ what: 'removed', text: a[i]!, before: i + 1 });
  const added = (j: number) => lines.push({ what: 'added', text: b[j]!, after: j + 1 });
  for (let i = 0; i < start; i++) {
    same(i, i);
  }
  const rows = a.length - start - end;
  const columns = b.length - start - end;
  if (rows * columns > MOST) {
    for (let i = 0; i < rows; i++) {
      removed(start + i);
    }
    for (let j = 0; j < columns; j++) {
      added(start + j);
    }
  } else {
    // How many lines the rests have in common.
    const common: Uint32Array[] = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1));
    for (let i = rows - 1; i >= 0; i--) {
      for (let j = columns - 1; j >= 0; j--) {
        common[i]![j] = a[start + i] === b[start + j] ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!);
      }
    }
    let [i, j] = [0, 0];
    while (i < rows || j < columns) {
      if (i < rows && j < columns && a[start + i] === b[start + j]) {
        same(start + i++, start + j++);
      } else if (i < rows && (j === columns || common[i + 1]![j]! >= common[i]![j + 1]!)) {
        removed(start + i++);
      } else {
        added(start + j++);
      }
    }
  }
  for (let i = a.length - end; i < a.length; i++) {
    same(i, i - a.length + b.length);
  }
  return lines;
}

/** Changed lines with some around them; what is left out becomes null. */
export function nearChanges(lines: Line[], around = 3): (Line | null)[] {
  const near = lines.map((_, i) => lines.slice(Math.max(0, i - around), i + around + 1).some((line) => line.what !== 'same'));
  const result: (Line | null)[] = [];
  lines.forEach((line, i) => {
    if (near[i]) {
      result.push(line);
    } else if (result.at(-1) !== null) {
      result.push(null);
    }
  });
  return result;
}

/** The one piece by which a text differs from another, as an edit. */
export function oneEdit(before: string, after: string): { from: number; to: number; insert: string } {
  let from = 0;
  while (from < before.length && from < after.length && before[from] === after[from]) {
    from++;
  }
  let end = 0;
  while (end < before.length - from && end < after.length - from && before[before.length - 1 - end] === after[after.length - 1 - end]) {
    end++;
  }
  return { from, to: before.length - end, insert: after.slice(from, after.length - end) };
}
