/** The symbols of pictures, drawn around the middle of a node: YAWL's notation. */
import { useMemo } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Point, Sign } from '../../lib/types';
import { decorator, GAP, HALF, letter, SIZE, STRIP, tickOf, tokenOnLine, type Box, type Line } from './boxes';
import { corners, headOf, pathOf } from './geometry';
import type { Area, Placed } from './stage';
import { FONT, LINE, widthOf } from './text';
import type { Look } from './words';

const CORNER = 4;

/** Lines of text below each other. */
export function Lines({ lines, x, y, kind }: { lines: string[]; x: number; y: number; kind: string }) {
  return (
    <>
      {lines.map((line, i) => (
        <text key={i} class={kind} x={x} y={y + i * LINE}>
          {line}
        </text>
      ))}
    </>
  );
}

/** A sign about 20 wide: who does a task, and for what it waits. */
export function SignMark({ sign, x, y, scale }: { sign: Sign; x: number; y: number; scale: number }): JSX.Element {
  const at = `translate(${x} ${y}) scale(${scale})`;
  switch (sign) {
    case 'person':
      return (
        <g class="sign" transform={at}>
          <circle class="solid" cx={0} cy={-4.5} r={3.8} />
          <path class="solid" d="M-7.5 8A7.5 7.6 0 0 1 7.5 8Z" />
        </g>
      );
    case 'program':
      return (
        <g class="sign" transform={at}>
          <polygon class="solid" points={GEAR} />
          <circle class="hole" cx={0} cy={0} r={2.8} />
        </g>
      );
    case 'routing':
      return (
        <g class="sign" transform={at}>
          <path class="hand" d="M-8 0H4" />
          <polygon class="solid" points="3,-4.5 9,0 3,4.5" />
        </g>
      );
    case 'process':
      return (
        <g class="sign" transform={at}>
          <rect class="drawn" x={-8} y={-6} width={6} height={5} rx={1} />
          <rect class="drawn" x={2} y={1} width={6} height={5} rx={1} />
          <path class="hand" d="M-2 -3.5H5V1" />
        </g>
      );
    case 'timer':
      return (
        <g class="sign" transform={at}>
          <circle class="drawn" cx={0} cy={0} r={8} />
          <path class="hand" d="M0 -5.5V0L4 2" />
        </g>
      );
    case 'event':
      return (
        <g class="sign" transform={at}>
          <rect class="drawn" x={-8.5} y={-6} width={17} height={12} rx={1.5} />
          <path class="hand" d="M-8 -5L0 1L8 -5" />
        </g>
      );
  }
}

const GEAR = corners(
  Array.from({ length: 32 }, (_, i): Point => {
    const tooth = Math.floor(i / 4);
    const angle = (Math.PI / 4) * (tooth + ((i % 4) - 1.5) / 4.4);
    const radius = i % 4 === 1 || i % 4 === 2 ? 8.6 : 6;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  }),
);

/** The strip of a split or join. */
function Strip({ box, join }: { box: Box; join: boolean }) {
  const junction = join ? box.node.join : box.node.split;
  if (junction === 'none') {
    return null;
  }
  const x = box.x + (join ? -HALF - STRIP : HALF);
  return (
    <>
      <rect class="shape" x={x} y={box.y - HALF} width={STRIP} height={SIZE} />
      <polygon class="junction" points={corners(decorator(junction, join, x, box.y))} />
    </>
  );
}

/** What a state of an automaton is. */
export type StateLook = 'start' | 'final' | 'current' | 'dead';

/** A state of an automaton: an arrow leads to the first, a final one is doubled, the current one filled, one from which nothing good comes is crossed out. */
function StateSymbol({ box, looks }: { box: Box; looks: readonly StateLook[] }) {
  const { x, y, half } = box;
  const near = half * Math.SQRT1_2;
  const arrow = [
    { x: x - near - 17, y: y - near - 17 },
    { x: x - near, y: y - near },
  ];
  const cross = half * 0.45;
  return (
    <>
      <circle class="shape" cx={x} cy={y} r={half} />
      {looks.includes('final') && <circle class="inner" cx={x} cy={y} r={half - 4} />}
      {looks.includes('current') && <circle class="now" cx={x} cy={y} r={half - (looks.includes('final') ? 7 : 5)} />}
      {looks.includes('dead') && <path class="cross" d={`M${x - cross} ${y - cross}L${x + cross} ${y + cross}M${x + cross} ${y - cross}L${x - cross} ${y + cross}`} />}
      {looks.includes('start') && (
        <>
          <path class="entry" d={pathOf(arrow)} />
          <polygon class="entry-head" points={corners(headOf(arrow))} />
        </>
      )}
    </>
  );
}

function Symbol({ box }: { box: Box }): JSX.Element {
  const { node, x, y, half } = box;
  switch (node.shape) {
    case 'start':
      return (
        <>
          <circle class="shape" cx={x} cy={y} r={half} />
          <polygon class="begin" points={`${x - 5},${y - 8} ${x + 9},${y} ${x - 5},${y + 8}`} />
        </>
      );
    case 'end':
      return (
        <>
          <circle class="shape" cx={x} cy={y} r={half} />
          <rect class="finish" x={x - 6.5} y={y - 6.5} width={13} height={13} />
        </>
      );
    case 'place':
      return <circle class="shape" cx={x} cy={y} r={half} />;
    case 'box':
      return <rect class="shape" x={x - box.left} y={y - half} width={box.left + box.right} height={2 * half} rx={12} />;
    case 'task': {
      const count = node.signs.length;
      return (
        <>
          {node.stacked && <rect class="shape" x={x - HALF + 5} y={y - HALF - 5} width={SIZE} height={SIZE} rx={CORNER} />}
          <rect class="shape" x={x - HALF} y={y - HALF} width={SIZE} height={SIZE} rx={CORNER} />
          {node.doubled && <rect class="inner" x={x - HALF + 4} y={y - HALF + 4} width={SIZE - 8} height={SIZE - 8} rx={CORNER - 2} />}
          <Strip box={box} join />
          <Strip box={box} join={false} />
          {node.signs.map((sign, i) => (
            <SignMark key={sign} sign={sign} x={x + (count === 1 ? 0 : (i - (count - 1) / 2) * (count === 2 ? 19 : 13))} y={y} scale={count === 1 ? 1.15 : count === 2 ? 0.9 : 0.62} />
          ))}
        </>
      );
    }
  }
}

/** The shape that says a look without colour. */
export function Badge({ look, x, y }: { look: Look; x: number; y: number }) {
  const at = `translate(${x} ${y})`;
  switch (look) {
    case 'trouble':
      return (
        <g class={`badge ${look}`} transform={at}>
          <path class="plate" d="M0 -9L9 7H-9Z" />
          <path class="stroke" d="M0 -4V1.5M0 4V4.6" />
        </g>
      );
    case 'delay':
      return (
        <g class={`badge ${look}`} transform={at}>
          <path class="plate" d="M0 -9L9 0L0 9L-9 0Z" />
          <path class="stroke" d="M-2 -3V3M2 -3V3" />
        </g>
      );
    default:
      return (
        <g class={`badge ${look}`} transform={at}>
          <circle class="plate" cx={0} cy={0} r={8} />
          <path class="stroke" d={STROKES[look]} />
        </g>
      );
  }
}

const STROKES: Record<Exclude<Look, 'trouble' | 'delay'>, string> = {
  late: 'M0 -5V0L3.5 2',
  added: 'M-4 0H4M0 -4V4',
  removed: 'M-4 0H4',
  changed: 'M-4 1.5C-2.5 -2.5 -1.5 -2.5 0 0S2.5 2.5 4 -1.5',
  next: 'M-2 -3.5L3 0L-2 3.5',
  done: 'M-4 0L-1 3L4 -3',
  begins: 'M-2.5 -4L4 0L-2.5 4Z',
  withdrawn: 'M-3.5 -3.5L3.5 3.5M-3.5 3.5L3.5 -3.5',
  completes: 'M-4 0L-1 3L4 -3',
  fails: 'M0 -4.5V1M0 4V4.2',
  gains: 'M-4 0H4M0 -4V4',
  loses: 'M-4 0H4',
};

export interface NodeProps {
  box: Box;
  look: Look | undefined;
  share: number | undefined;
  heat: string | undefined;
  /** Whether the letter of a region is on it. */
  lettered?: boolean;
  selected: boolean;
  /** Given for states of automata. */
  state?: readonly StateLook[] | undefined;
}

/** A node with its texts. Drawn anew only when something of it changes. */
export function Node({ box, look, share, heat, lettered = false, selected, state }: NodeProps) {
  return useMemo(() => {
    const inside = box.node.shape === 'box';
    const first = inside ? box.y - ((box.label.length + box.who.length) * LINE) / 2 + 11 : box.y + box.half + GAP + 11;
    const wide = heat === undefined ? 0 : widthOf(heat) + 10;
    // On the upper edge, or on the lower one beside the token where letters are on the upper one.
    const edge = lettered ? { x: Math.min(box.x, box.x + 8 - wide / 2), y: box.y + box.half - 3 } : { x: box.x, y: box.y - box.half };
    return (
      <g class={`node ${box.node.shape}${state?.includes('dead') ? ' dead' : ''}${look ? ` look ${look}` : ''}${selected ? ' selected' : ''}${share === undefined ? '' : ' heated'}`} data-node={box.node.id} style={share === undefined ? undefined : `--share: ${Math.round(Math.min(1, Math.max(0, share)) * 62)}%`}>
        <title />
        {selected && <rect class="chosen" x={box.x - box.left - 5} y={box.y - box.half - 5 - (box.node.stacked ? 5 : 0)} width={box.left + box.right + 10} height={2 * box.half + 10 + (box.node.stacked ? 5 : 0)} rx={CORNER + 4} />}
        <rect class="target" x={box.x - box.width / 2} y={box.y - box.half - 6} width={box.width} height={box.half + box.below + 8} />
        {state ? <StateSymbol box={box} looks={state} /> : <Symbol box={box} />}
        <Lines lines={box.label} x={box.x} y={first} kind="label" />
        <Lines lines={box.who} x={box.x} y={first + box.label.length * LINE} kind="who" />
        {heat !== undefined && heat !== '' && (
          <>
            <rect class="chip" x={edge.x - wide / 2} y={edge.y - 9} width={wide} height={17} rx={3} />
            <text class="figure" x={edge.x} y={edge.y + 3.5}>
              {heat}
            </text>
          </>
        )}
        {look && <Badge look={look} x={box.x - box.left} y={box.y - box.half} />}
      </g>
    );
  }, [box, look, share, heat, lettered, selected, state]);
}

/** A line with its arrow; the one that is taken otherwise has a stroke across its beginning. */
export function Edge({ line, look }: { line: Line; look: Look | undefined }) {
  return useMemo(() => {
    const { edge, points, label } = line;
    const at = look ? tokenOnLine(line) : null;
    return (
      <g class={`edge${edge.dashed ? ' dashed' : ''}${look ? ` look ${look}` : ''}`} data-edge={edge.mark} data-from={edge.from} data-to={edge.to}>
        <path class="flow" d={pathOf(points, CORNER)} />
        <polygon class="head" points={corners(headOf(points))} />
        {edge.otherwise && <path class="tick" d={pathOf(tickOf(points))} />}
        {label && <Lines lines={label.lines} x={label.x + label.width / 2} y={label.y + FONT} kind="guard" />}
        {/* What a token gains or loses stands next to the token. */}
        {look && at && <Badge look={look} x={at.x + (look === 'loses' || look === 'gains' ? 11 : 0)} y={at.y - (look === 'loses' || look === 'gains' ? 12 : 0)} />}
      </g>
    );
  }, [line, look]);
}

/** The tinted area of a region, with a line to the node that owns it. */
export function RegionArea({ area }: { area: Area }) {
  return (
    <g class={`region r${area.number % 6}`}>
      <title>{`${letter(area.number)}: ${area.meaning}`}</title>
      <path class="area" d={area.path} />
      {area.tie && <path class="tie" d={pathOf(area.tie)} />}
    </g>
  );
}

/** The letter of a region on everything in it, and on the node to which it belongs. */
export function Letters({ placed }: { placed: Placed }) {
  const { sheet, laid, areas } = placed;
  return (
    <>
      {sheet.regions.map((region, number) => {
        const own = region.owner === undefined ? undefined : laid.boxes.get(region.owner);
        const before = (id: string) => sheet.regions.slice(0, number).filter((each) => each.nodes.includes(id)).length;
        return (
          <g key={number} class={`letters r${number % 6}`}>
            {region.nodes.map((id) => {
              const box = laid.boxes.get(id);
              const x = box ? box.x - box.left + 16 + before(id) * 15 : 0;
              return (
                box && (
                  <g key={id}>
                    <circle class="plate" cx={x} cy={box.y - box.half - 3} r={7} />
                    <text class="letter" x={x} y={box.y - box.half + 0.8}>
                      {letter(number)}
                    </text>
                  </g>
                )
              );
            })}
            {areas[number]!.letters.map((at, i) => (
              <g key={`edge ${i}`}>
                <circle class="plate" cx={at.x} cy={at.y} r={6.5} />
                <text class="letter" x={at.x} y={at.y + 3.8}>
                  {letter(number)}
                </text>
              </g>
            ))}
            {own && (
              <g>
                <rect class="plate" x={own.x + own.right - 18} y={own.y - own.half - 10 - sheet.regions.slice(0, number).filter((each) => each.owner === region.owner).length * 15} width={28} height={14} rx={3} />
                <text class="letter" x={own.x + own.right - 4} y={own.y - own.half + 0.8 - sheet.regions.slice(0, number).filter((each) => each.owner === region.owner).length * 15}>
                  {`× ${letter(number)}`}
                </text>
              </g>
            )}
          </g>
        );
      })}
    </>
  );
}

/** How many tokens, as short as they fit. */
export function countOf(count: number): string {
  return count < 1_000 ? String(count) : count < 10_000 ? `${(Math.floor(count / 100) / 10).toFixed(1)}k` : count < 1_000_000 ? `${Math.floor(count / 1_000)}k` : `${Math.floor(count / 1_000_000)}M`;
}

/** A token with its count. */
export function Token({ at, count, running, moving }: { at: Point; count: number; running: boolean; moving?: number }) {
  const text = countOf(count);
  const half = Math.max(9, widthOf(text) / 2 + 5);
  return (
    <g class={`token${running ? ' running' : ''}`} transform={`translate(${at.x} ${at.y})`} data-moving={moving}>
      <rect class="coin" x={-half} y={-9} width={2 * half} height={18} rx={9} />
      <text class="count" x={0} y={4.2}>
        {text}
      </text>
    </g>
  );
}
