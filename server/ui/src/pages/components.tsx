/** Every part in every state that it can be in. Not part of the release; the browser tests photograph it. */
import { useEffect, useState } from 'preact/hooks';
import { parameter } from '../lib/router';
import type { Figure, Marks } from '../lib/types';
import { Title } from '../parts/basics';
import { Forms } from '../parts/form/samples';
import { Automaton } from '../parts/picture/automaton';
import { Charts, Gantts } from '../parts/chart/samples';
import { Picture, type PictureProps } from '../parts/picture/picture';
import { chain, claim, journey, large, odd, placed, program_ } from '../parts/picture/samples';
import { EventLists, Proofs, TimeBars } from './case/samples';
import { Editors, Verdicts } from './edit/samples';

/** Sections by name: `?part=NAME` shows one of them alone. */
const SECTIONS: [string, () => preact.JSX.Element][] = [
  ['form', Forms],
  ['timebar', TimeBars],
  ['proof', Proofs],
  ['events', EventLists],
  ['picture', Pictures],
  ['picture-states', PictureStates],
  ['picture-live', PictureLive],
  ['picture-large', () => <Picture figure={large(200)} label="A large net" download="large" />],
  ['picture-chain', () => <Picture figure={chain(30)} label="A long chain" />],
  ['picture-perf', PicturePerformance],
  ['automaton', Automata],
  ['picture-given', Given],
  ['chart', Charts],
  ['gantt', Gantts],
  ['verdict', Verdicts],
  ['editor', Editors],
];

export default function Components() {
  const chosen = parameter('part');
  return (
    <div>
      <Title>Components</Title>
      <div class="column" style="gap: 32px">
        {SECTIONS.filter(([name]) => chosen === '' || chosen === name).map(([name, Section]) => (
          <section key={name} aria-label={name} class="column">
            <h2>{name}</h2>
            <Section />
          </section>
        ))}
      </div>
    </div>
  );
}

function Pictures() {
  const figures: [string, Figure][] = [
    ['A claim', claim],
    ['A journey', journey],
    ['Odd names', odd],
    ['A layout of its own', placed],
    ['A logic program', program_],
    ['Nothing', { title: 'nothing', sheets: [] }],
  ];
  const only = parameter('figure');
  return (
    <>
      {figures
        .filter(([name]) => only === '' || only === name)
        .map(([name, figure]) => (
          <div key={name} class="column">
            <h3>{name}</h3>
            <Selectable figure={figure} label={name} download={figure.title} />
          </div>
        ))}
    </>
  );
}

/** A picture in which a node can be selected. */
function Selectable(props: PictureProps) {
  const [selected, setSelected] = useState('');
  return (
    <>
      <Picture {...props} {...(selected === '' ? {} : { selected })} onSelect={(node) => setSelected(node?.id ?? '')} />
      <p class="soft">Selected: {selected === '' ? 'nothing' : selected}</p>
    </>
  );
}

function PictureStates() {
  const tokens: Marks = { claim: { i: 3, check_policy: 1, 'c(check_damage,decide)': 12, archive: 1_234 } };
  const looks = {
    claim: { register: 'done', check_policy: 'trouble', check_damage: 'late', decide: 'next', pay: 'added', reject: 'removed', archive: 'changed', 'c(decide,pay)': 'added', 'c(decide,reject)': 'removed', o: 'delay' },
  } as const;
  const heat = {
    claim: {
      register: { share: 0.05, text: '2 s' },
      check_policy: { share: 0.6, text: '3 h 10 min' },
      check_damage: { share: 1, text: '2 d 4 h' },
      decide: { share: 0.3, text: '40 min' },
      pay: { share: 0, text: '–' },
    },
  };
  return (
    <>
      <h3>Tokens</h3>
      <Picture figure={claim} marks={tokens} label="A claim with tokens" />
      <h3>Looks</h3>
      <Picture figure={claim} looks={looks} label="A claim with looks" selected="decide" describe={(node) => (node.id === 'check_policy' ? 'the policy was not found' : '')} />
      <h3>Heat</h3>
      <Picture figure={claim} heat={heat} label="A claim with heat" />
      <h3>Tokens in a region and a sub-net</h3>
      <Picture figure={journey} marks={{ journey: { book_flight: 1, book_hotel: 7, confirmed: 1, 'c(book_flight,pay)': 1 }, book_flight: { 'c(search,choose)': 1 } }} label="A journey with tokens" />
    </>
  );
}

const STEPS: Record<string, number>[] = [
  { i: 1 },
  { register: 1 },
  { 'c(register,check_policy)': 1, 'c(register,check_damage)': 1 },
  { check_policy: 1, 'c(register,check_damage)': 1 },
  { 'c(check_policy,decide)': 1, check_damage: 1 },
  { 'c(check_policy,decide)': 1, 'c(check_damage,decide)': 1 },
  { decide: 1 },
  { 'c(decide,pay)': 1 },
  { archive: 1 },
  { o: 1 },
];

/** Tokens that move when one presses a button. */
function PictureLive() {
  const [step, setStep] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [glide, setGlide] = useState(true);
  useEffect(() => {
    if (!playing) {
      return;
    }
    let frame = requestAnimationFrame(function next() {
      setStep((n) => (n + 1) % STEPS.length);
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);
  return (
    <>
      <div class="row">
        <button type="button" onClick={() => setStep((step + 1) % STEPS.length)}>
          Step
        </button>
        <button type="button" onClick={() => setPlaying(!playing)}>
          {playing ? 'Stop' : 'A step each frame'}
        </button>
        <label>
          <input type="checkbox" checked={glide} onChange={(event) => setGlide(event.currentTarget.checked)} /> Tokens glide
        </label>
      </div>
      <Picture figure={claim} marks={{ claim: STEPS[step]! }} glide={glide && !playing} label="A live claim" />
    </>
  );
}

/** A figure that a test hands over. */
function Given() {
  const [figure, setFigure] = useState<Figure | null>(null);
  useEffect(() => {
    const take = (event: Event) => setFigure((event as CustomEvent<Figure>).detail);
    window.addEventListener('figure', take);
    document.documentElement.dataset['given'] = 'ready';
    return () => window.removeEventListener('figure', take);
  }, []);
  return figure ? <Picture key={JSON.stringify(figure)} figure={figure} label="A given figure" height={parameter('height') || '640px'} /> : <p class="soft">Waits for a figure.</p>;
}

function Automata() {
  const [selected, setSelected] = useState('');
  return (
    <>
      <Automaton
        label="Pay only after approval"
        selected={selected}
        onSelect={(state) => setSelected(state?.id ?? '')}
        states={[
          { id: '0', label: '~pay + approve . pay', look: ['start', 'current'] },
          { id: '1', label: 'true', look: 'final' },
          { id: '2', label: '0', look: 'dead' },
          { id: '3', label: '~pay + pay' },
        ]}
        moves={[
          { from: '0', to: '3', label: 'approve' },
          { from: '0', to: '2', label: 'pay' },
          { from: '0', to: '1', label: '~pay' },
          { from: '0', to: '0', label: 'review' },
          { from: '3', to: '1', label: 'pay' },
          { from: '3', to: '1', label: '~pay' },
          { from: '3', to: '0', label: 'revoke' },
        ]}
      />
      <p class="soft">Selected: {selected === '' ? 'nothing' : selected}</p>
    </>
  );
}

/** Sixty nodes whose tokens change in every frame. */
function PicturePerformance() {
  const [figure] = useState(() => large(64));
  const [step, setStep] = useState(0);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing) {
      return;
    }
    let frame = requestAnimationFrame(function next() {
      setStep((n) => n + 1);
      (window as unknown as { __steps: number }).__steps = ((window as unknown as { __steps?: number }).__steps ?? 0) + 1;
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [playing]);
  const { nodes, edges } = figure.sheets[0]!;
  const tokens: Record<string, number> = {};
  for (let i = 0; i < 10; i++) {
    tokens[nodes[(step + i * 7) % nodes.length]!.id] = 1 + (step % 5);
    tokens[edges[(step * 3 + i * 5) % edges.length]!.mark] = 1;
  }
  return (
    <>
      <div class="row">
        <button type="button" onClick={() => setPlaying(!playing)}>
          {playing ? 'Stop' : 'A step each frame'}
        </button>
      </div>
      <Picture figure={figure} marks={{ large: tokens }} looks={{ large: { [nodes[step % nodes.length]!.id]: 'next' } }} label="Sixty nodes" />
    </>
  );
}
