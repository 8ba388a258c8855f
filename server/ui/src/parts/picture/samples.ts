/** Figures for the page of components and for tests: every symbol, odd names, large nets. Not part of the release. */
import type { Figure, FigureEdge, FigureNode, Sheet } from '../../lib/types';

/** A node without details. */
export function node(id: string, shape: FigureNode['shape'], more: Partial<FigureNode> = {}): FigureNode {
  return { id, label: shape === 'task' ? id : '', shape, who: '', signs: [], join: 'none', split: 'none', stacked: false, doubled: false, ...more };
}

/** An edge between two nodes; between two tasks it is an implicit condition. */
export function edge(from: string, to: string, more: Partial<FigureEdge> = {}): FigureEdge {
  return { from, to, label: '', otherwise: false, dashed: false, mark: `c(${from},${to})`, bends: [], ...more };
}

function sheet(name: string, nodes: FigureNode[], edges: FigureEdge[], more: Partial<Sheet> = {}): Sheet {
  return { name, title: name, nodes, edges, regions: [], notes: [], ...more };
}

const person = { signs: ['person' as const] };
const program = { signs: ['program' as const] };

/** A claim: register, two checks at once, a decision, pay or reject. */
export const claim: Figure = {
  title: 'claim',
  sheets: [
    sheet(
      'claim',
      [
        node('i', 'start'),
        node('register', 'task', { ...program, split: 'and' }),
        node('check_policy', 'task', { ...person, who: 'clerk' }),
        node('check_damage', 'task', { ...person, who: 'assessor' }),
        node('decide', 'task', { ...person, who: 'clerk or manager', join: 'and', split: 'xor' }),
        node('pay', 'task', program),
        node('reject', 'task', program),
        node('archive', 'task', { signs: ['timer', 'program'], join: 'xor' }),
        node('o', 'end'),
      ],
      [
        edge('i', 'register', { mark: '' }),
        edge('register', 'check_policy'),
        edge('register', 'check_damage'),
        edge('check_policy', 'decide'),
        edge('check_damage', 'decide'),
        edge('decide', 'pay', { label: 'approved = true' }),
        edge('decide', 'reject', { otherwise: true }),
        edge('pay', 'archive'),
        edge('reject', 'archive'),
        edge('archive', 'o', { mark: '' }),
      ],
    ),
  ],
};

/** A journey with an OR-split and -join, several instances, a sub-net, and a region that is cancelled. */
export const journey: Figure = {
  title: 'journey',
  sheets: [
    sheet(
      'journey',
      [
        node('i', 'start'),
        node('plan', 'task', { ...person, who: 'traveller', split: 'or' }),
        node('book_flight', 'task', { signs: ['process'], doubled: true }),
        node('book_hotel', 'task', { ...person, stacked: true }),
        node('rent_car', 'task', { signs: ['event'] }),
        node('confirmed', 'place', { label: 'confirmed' }),
        node('give_up', 'task', { signs: ['timer'], label: 'give up after two weeks' }),
        node('pay', 'task', { ...program, join: 'or', split: 'xor' }),
        node('again', 'task', { signs: ['routing'], join: 'xor' }),
        node('o', 'end'),
      ],
      [
        edge('i', 'plan', { mark: '' }),
        edge('plan', 'book_flight', { label: 'flight wanted' }),
        edge('plan', 'book_hotel', { label: 'nights > 0' }),
        edge('plan', 'rent_car', { otherwise: true }),
        edge('book_flight', 'pay'),
        edge('book_hotel', 'pay'),
        edge('rent_car', 'confirmed', { mark: '' }),
        edge('confirmed', 'pay', { mark: '' }),
        edge('plan', 'give_up', { dashed: true }),
        edge('pay', 'again', { label: 'card refused' }),
        edge('again', 'pay'),
        edge('pay', 'o', { mark: '', otherwise: true }),
        edge('give_up', 'o', { mark: '' }),
      ],
      {
        regions: [{ owner: 'give_up', nodes: ['book_flight', 'book_hotel', 'rent_car', 'confirmed'], edges: ['c(book_flight,pay)'], meaning: 'give up cancels what was booked and not yet paid' }],
        notes: ['Who gives up pays the fees of the agency.'],
      },
    ),
    sheet('book_flight', [node('i', 'start'), node('search', 'task', program), node('choose', 'task', person), node('o', 'end')], [edge('i', 'search', { mark: '' }), edge('search', 'choose'), edge('choose', 'o', { mark: '' })], { title: 'book flight' }),
  ],
};

/** Names that break careless pictures. */
export const odd: Figure = {
  title: 'odd <names>',
  sheets: [
    sheet(
      'odd',
      [
        node('i', 'start', { label: 'Anfang' }),
        node('<script>alert("x")</script>', 'task', person),
        node("it's \"quoted\" & more", 'task', { split: 'xor', ...program }),
        node('Prüfung der Übermäßigkeit', 'task', { who: 'Sachbearbeiterin für Größeres', ...person }),
        node('long', 'task', { label: 'a label of eighty characters that goes on and on until it has reached its very end', ...person }),
        node('unbroken', 'task', { label: 'getTheVeryLongAndUnbrokenNameOfThisTaskFromTheOtherSystemWithoutAnySpaceInIt', ...program }),
        node('日本語の作業', 'task', { join: 'xor', signs: ['person', 'timer', 'event'] }),
        node('o', 'end', { label: 'Ende' }),
      ],
      [
        edge('i', '<script>alert("x")</script>', { mark: '' }),
        edge('<script>alert("x")</script>', "it's \"quoted\" & more"),
        edge("it's \"quoted\" & more", 'Prüfung der Übermäßigkeit', { label: 'amount > 1000 and customer is not known' }),
        edge("it's \"quoted\" & more", 'long', { label: "/Order/Items/Item[position() = 1 and @kind = 'urgent']/Price > 5000 or /Order/Customer/Class = 'gold' and not(/Order/Customer/Blocked = 'true')" }),
        edge("it's \"quoted\" & more", 'unbroken', { otherwise: true }),
        edge('Prüfung der Übermäßigkeit', '日本語の作業'),
        edge('long', '日本語の作業'),
        edge('unbroken', '日本語の作業'),
        edge('日本語の作業', 'o', { mark: '' }),
      ],
    ),
  ],
};

/** A figure with the layout of its file. */
export const placed: Figure = {
  title: 'placed',
  sheets: [
    sheet(
      'placed',
      [
        node('i', 'start', { at: { x: 40, y: 120 } }),
        node('A', 'task', { ...person, split: 'xor', at: { x: 140, y: 120 } }),
        node('B', 'task', { ...person, at: { x: 280, y: 40 } }),
        node('C', 'task', { ...program, at: { x: 280, y: 200 } }),
        node('o', 'end', { at: { x: 420, y: 120 } }),
      ],
      [
        edge('i', 'A', { mark: '' }),
        edge('A', 'B', { label: 'x > 0', bends: [{ x: 200, y: 120 }, { x: 200, y: 40 }] }),
        edge('A', 'C', { otherwise: true, bends: [{ x: 200, y: 120 }, { x: 200, y: 200 }] }),
        edge('B', 'o', { mark: '', bends: [{ x: 420, y: 40 }] }),
        edge('C', 'o', { mark: '', bends: [{ x: 420, y: 200 }] }),
      ],
    ),
  ],
};

/** A chain that is much longer than any screen is wide. */
export function chain(length: number): Figure {
  const nodes = [node('i', 'start'), ...Array.from({ length }, (_, n) => node(`step ${n + 1}`, 'task', n % 3 === 0 ? person : program)), node('o', 'end')];
  return { title: 'chain', sheets: [sheet('chain', nodes, nodes.slice(1).map((each, n) => edge(nodes[n]!.id, each.id)))] };
}

/** A net of about that many nodes: blocks of choices and parallel branches one after another. The same for the same number. */
export function large(count: number): Figure {
  const nodes: FigureNode[] = [node('i', 'start')];
  const edges: FigureEdge[] = [];
  let seed = count;
  const random = () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  let last = 'i';
  for (let block = 1; nodes.length < count - 6; block++) {
    const kind = (['and', 'xor', 'or'] as const)[Math.floor(random() * 3)]!;
    const split = `split ${block}`;
    const join = `join ${block}`;
    nodes.push(node(split, 'task', { split: kind, signs: ['routing'] }));
    edges.push(edge(last, split));
    const branches = 2 + Math.floor(random() * 3);
    for (let branch = 1; branch <= branches; branch++) {
      let before = split;
      for (let step = 1; step <= 1 + Math.floor(random() * 2); step++) {
        const id = `work ${block}.${branch}.${step}`;
        nodes.push(node(id, 'task', random() > 0.5 ? person : program));
        edges.push(edge(before, id, kind === 'xor' && before === split ? (branch === branches ? { otherwise: true } : { label: `x = ${branch}` }) : {}));
        before = id;
      }
      edges.push(edge(before, join));
    }
    nodes.push(node(join, 'task', { join: kind, signs: ['routing'], split: block % 4 === 0 ? 'xor' : 'none' }));
    if (block % 4 === 0) {
      edges.push(edge(join, split, { label: 'again' }));
    }
    last = join;
  }
  nodes.push(node('o', 'end'));
  edges.push(edge(last, 'o'));
  return { title: 'large', sheets: [sheet('large', nodes, edges)] };
}

/** A logic program: predicates that call each other. */
export const program_: Figure = {
  title: 'proposal',
  sheets: [
    sheet(
      'proposal',
      [
        node('start', 'start'),
        node('proposal/2', 'box', { label: 'proposal(Author, Result)' }),
        node('review/3', 'box', { label: 'review(Text, Reviewer, Verdict)', who: '2 clauses' }),
        node('retry/1', 'box', { label: 'retry(N)' }),
        node('mail', 'task', { label: 'mail', signs: ['program'] }),
      ],
      [edge('start', 'proposal/2'), edge('proposal/2', 'review/3'), edge('review/3', 'retry/1'), edge('retry/1', 'review/3'), edge('retry/1', 'retry/1'), edge('review/3', 'mail', { dashed: true, label: 'sends' })],
    ),
  ],
};
