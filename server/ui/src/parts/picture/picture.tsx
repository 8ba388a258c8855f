/** A process as a picture in YAWL's symbols, with what is true now on it: tokens, looks, heat. */
import type { JSX, RefObject } from 'preact';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { at } from '../../lib/keyed';
import type { Figure, FigureNode, Marks, Sheet } from '../../lib/types';
import { Menu } from '../basics';
import { MARGIN, symbolOf } from './boxes';
import { Edge, Letters, Node, RegionArea, type StateLook } from './draw';
import { grown, type Rect } from './geometry';
import { guess, layoutNow, layoutOf } from './layout';
import { Minimap } from './minimap';
import { printAlone, savePng, saveSvg } from './save';
import { stageOf, type Placed, type Stage } from './stage';
import { Tokens } from './tokens';
import { READABLE, useView } from './view';
import { order, walk, type Spot, type Way } from './walk';
import { flowOf, kindOf, nameOf, stateOf, type Look } from './words';
import './picture.css';

export interface PictureProps {
  figure: Figure;
  /** Tokens: sheet -> node id or edge mark -> count. */
  marks?: Marks | undefined;
  /** Nodes in trouble, delayed by a rule, newly added, removed, changed …: sheet -> node id or edge mark -> look. An edge without a mark is c(from,to). */
  looks?: Record<string, Record<string, Look>> | undefined;
  /** Numbers for a heat map: sheet -> node id -> 0..1 with a text. */
  heat?: Record<string, Record<string, { share: number; text: string }>> | undefined;
  /** The id of the node that is marked as selected. */
  selected?: string | undefined;
  onSelect?: (node: FigureNode | null, sheet: Sheet) => void;
  /** Whether tokens glide along the flow when marks change (live), false while scrubbing. */
  glide?: boolean;
  /** The accessible name. */
  label: string;
  /** The height of the viewport in CSS; it takes what it needs up to 60vh unless given. */
  height?: string;
  /** A state in words for a node, read out and shown in the tooltip. */
  describe?: (node: FigureNode, sheet: Sheet) => string;
  /** The stem of the names of downloaded files; without one nothing is offered for download. */
  download?: string;
}

const WAYS: Record<string, Way> = { ArrowRight: 'next', ArrowLeft: 'back', ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last' };

/** The width of a picture that is not on the page yet. */
const UNKNOWN_ROOM = 1_280;

/** From how many nodes on there is a small map. */
const MAP_FROM = 40;

export function Picture(props: PictureProps): JSX.Element {
  return <Drawing {...props} />;
}

/** What automata add to a picture: their states, and what a node is in words. */
interface DrawingProps extends PictureProps {
  states?: Map<string, readonly StateLook[]>;
  kind?: (node: FigureNode) => string;
}

/** A picture of anything that is a graph. */
export function Drawing(props: DrawingProps): JSX.Element {
  // Without nodes there is no viewport: what belongs to it begins when there is one.
  return <Framed key={props.figure.sheets.some((sheet) => sheet.nodes.length > 0) ? 'drawn' : 'empty'} {...props} />;
}

function Framed(props: DrawingProps): JSX.Element {
  const { figure, marks, looks, heat, selected, onSelect, label } = props;
  const id = useId();
  const viewport = useRef<HTMLDivElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const { stage, failure, reserved, again } = useStage(figure, viewport);
  const [active, setActive] = useState<Spot | null>(null);
  const [focused, setFocused] = useState(false);
  const count = figure.sheets.reduce((sum, sheet) => sum + sheet.nodes.length, 0);

  const latest = useRef(props);
  latest.current = props;
  const view = useView(viewport, stage, () => (stage ? firstSight(stage, latest.current) : null));

  const saying = (spot: Spot): string => {
    const placed = stage?.sheets[spot.sheet];
    const box = placed?.laid.boxes.get(spot.node);
    return placed && box ? sentence(box.node, placed.sheet, latest.current) : '';
  };
  const rectOf = (spot: Spot): Rect | null => {
    const placed = stage?.sheets[spot.sheet];
    const box = placed?.laid.boxes.get(spot.node);
    return placed && box ? { x: box.x - box.width / 2, y: placed.top + box.y - box.half, width: box.width, height: box.half + box.below } : null;
  };
  const goTo = (spot: Spot) => {
    setActive(spot);
    const rect = rectOf(spot);
    if (rect) {
      view.show(rect);
    }
  };
  const start = (): Spot | null => {
    if (!stage) {
      return null;
    }
    const sheet = stage.sheets.findIndex((each) => selected !== undefined && each.laid.boxes.has(selected));
    if (sheet >= 0) {
      return { sheet, node: selected! };
    }
    const first = stage.sheets.findIndex((each) => each.laid.boxes.size > 0);
    return first < 0 ? null : { sheet: first, node: order(stage.sheets[first]!)[0]! };
  };
  const choose = (spot: Spot | null) => {
    const placed = stage?.sheets[spot?.sheet ?? active?.sheet ?? 0];
    if (placed) {
      onSelect?.(spot ? placed.laid.boxes.get(spot.node)!.node : null, placed.sheet);
    }
  };

  const keys = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const way = WAYS[event.key];
    const here = active ?? start();
    if (way && here && stage) {
      goTo(active ? walk(stage.sheets, here, way) : here);
    } else if ((event.key === 'Enter' || event.key === ' ') && here) {
      setActive(here);
      choose(here);
    } else if (event.key === 'Escape' && selected !== undefined) {
      choose(null);
    } else if (event.key === '+' || event.key === '=') {
      view.zoomBy(1.25);
    } else if (event.key === '-') {
      view.zoomBy(0.8);
    } else if (event.key === '0') {
      view.zoomTo(1);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const spotAt = (target: EventTarget | null): Spot | null => {
    const node = (target as Element | null)?.closest?.('[data-node]');
    const sheet = node?.closest('[data-sheet]');
    return node && sheet ? { sheet: Number(sheet.getAttribute('data-sheet')), node: node.getAttribute('data-node')! } : null;
  };
  const clicked = (event: MouseEvent) => {
    if (view.dragged()) {
      return;
    }
    const spot = spotAt(event.target);
    if (spot) {
      setActive(spot);
      choose(spot);
    } else if (selected !== undefined && (event.target as Element).closest('svg.stage, .viewport')) {
      choose(null);
    }
  };
  const hovered = (event: PointerEvent) => {
    const spot = spotAt(event.target);
    if (spot) {
      const title = (event.target as Element).closest('[data-node]')!.querySelector('title')!;
      const text = saying(spot);
      if (title.textContent !== text) {
        title.textContent = text;
      }
    }
  };

  const sheets = useMemo(
    () =>
      stage?.sheets.map((placed, i) => (
        <SheetDrawing key={`${i}${placed.sheet.name}`} placed={placed} index={i} looks={at(looks, placed.sheet.name)} heat={at(heat, placed.sheet.name)} selected={selected} states={props.states} />
      )),
    [stage, looks, heat, selected, props.states],
  );
  const ring = focused && active ? rectOf(active) : null;
  const activeSymbol = ring && active ? stage!.sheets[active.sheet]!.laid.boxes.get(active.node)! : null;
  const top = active ? (stage?.sheets[active.sheet]?.top ?? 0) : 0;
  const mapped = stage !== null && count >= MAP_FROM;

  return (
    <div class="picture">
      <div class="tools" role="group" aria-label={`Size of ${label}`}>
        <button type="button" onClick={() => view.zoomBy(1.25)}>
          Larger
        </button>
        <button type="button" onClick={() => view.zoomBy(0.8)}>
          Smaller
        </button>
        <button type="button" onClick={view.fit}>
          Fit
        </button>
        <button type="button" onClick={() => view.zoomTo(1)}>
          100 %
        </button>
        <span class="soft small zoom" aria-live="off">
          {stage ? `${Math.round(view.zoom * 100)} %` : ''}
        </span>
        {props.download !== undefined && stage && count > 0 && (
          <span class="far">
            <Menu
              label="Save or print"
              choices={[
                { label: 'Save as SVG', act: () => saveSvg(drawing.current!, props.download!, label) },
                { label: 'Save as PNG', act: () => void savePng(drawing.current!, props.download!, label) },
                { label: 'Print', act: () => printAlone(drawing.current!, label) },
              ]}
            />
          </span>
        )}
      </div>
      <div class="frame">
        {count === 0 ? (
          <div class="viewport none">
            <p class="soft">There is nothing to draw: this process has no steps yet.</p>
          </div>
        ) : (
          <div
            ref={viewport}
            class={`viewport${onSelect ? ' selectable' : ''}`}
            style={`height: ${props.height ?? `min(60vh, ${Math.max(140, Math.round(reserved))}px)`}`}
            role="listbox"
            tabIndex={0}
            aria-label={label}
            aria-describedby={`${id}-keys`}
            aria-busy={stage === null && failure === ''}
            aria-activedescendant={active && stage?.sheets[active.sheet]?.laid.boxes.has(active.node) ? optionId(id, stage, active) : undefined}
            onKeyDown={keys}
            onClick={clicked}
            onPointerOver={hovered}
            onFocus={() => {
              setFocused(true);
              setActive(active ?? start());
            }}
            onBlur={() => setFocused(false)}
          >
            {stage && (
              <svg
                ref={drawing}
                class="stage"
                aria-hidden="true"
                focusable="false"
                viewBox={`0 0 ${Math.ceil(stage.width)} ${Math.ceil(stage.height)}`}
                width={Math.ceil(stage.width) * view.zoom}
                height={Math.ceil(stage.height) * view.zoom}
              >
                {sheets}
                <Tokens stage={stage} marks={marks} glide={props.glide === true} />
                {activeSymbol && (
                  <rect class="active" {...grown({ ...symbolOf(activeSymbol), y: symbolOf(activeSymbol).y + top }, 9)} rx={12} />
                )}
              </svg>
            )}
            {stage && <Words id={id} stage={stage} props={props} active={active} choose={choose} />}
          </div>
        )}
        {mapped && <Minimap stage={stage} marks={marks} viewport={viewport} zoom={view.zoom} />}
      </div>
      <p class="hidden" id={`${id}-keys`}>
        Arrow keys walk along the flow, {onSelect ? 'Enter selects, Escape unselects, ' : ''}plus and minus change the size.
      </p>
      {failure !== '' && (
        <div class="problem" role="alert">
          {failure}{' '}
          <button type="button" class="quiet" onClick={again}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}

/** The laid out sheets of a figure. The old ones stay until the new ones are there; the height is reserved from the beginning. */
function useStage(figure: Figure, viewport: RefObject<HTMLDivElement | null>): { stage: Stage | null; failure: string; reserved: number; again: () => void } {
  const key = useMemo(() => JSON.stringify(figure), [figure]);
  // Known when the viewport is there: a layout for another width would be made for nothing.
  const [{ room, shown }, setRoom] = useState({ room: 0, shown: 0 });
  const [tries, setTries] = useState(0);
  const [laid, setLaid] = useState<{ key: string; room: number; stage: Stage } | null>(null);
  const [failure, setFailure] = useState('');
  useLayoutEffect(() => {
    const width = viewport.current?.clientWidth ?? 0;
    // In steps, so that a small change of the width does not lay out anew; narrow pictures are read at less than 100 %.
    setRoom(width > 0 ? { room: Math.max(640, Math.floor(width / 160) * 160), shown: width } : { room: UNKNOWN_ROOM, shown: UNKNOWN_ROOM });
  }, []);
  useLayoutEffect(() => {
    if (room === 0) {
      return undefined;
    }
    const now = layoutNow(figure, room);
    if (now) {
      setLaid({ key, room, stage: stageOf(figure, now) });
      setFailure('');
      return undefined;
    }
    let current = true;
    layoutOf(figure, room)
      .then((all) => {
        if (current) {
          setLaid({ key, room, stage: stageOf(figure, all) });
          setFailure('');
        }
      })
      .catch((problem: unknown) => {
        if (current) {
          setFailure(`The picture could not be laid out: ${problem instanceof Error ? problem.message : String(problem)}.`);
        }
      });
    return () => {
      current = false;
    };
  }, [key, room, tries]);
  const reserved = useMemo(() => {
    const wide = room === 0 ? UNKNOWN_ROOM : room;
    const now = layoutNow(figure, wide);
    const sizes = figure.sheets.map((sheet, i) => now?.[i] ?? guess(sheet, wide));
    const width = Math.max(1, ...sizes.map((each) => each.width));
    const notes = figure.sheets.reduce((sum, sheet) => sum + (sheet.notes.length + sheet.regions.length) * 17 + (figure.sheets.length > 1 ? 34 : 0), 0);
    return (sizes.reduce((sum, each) => sum + each.height, 0) + notes) * Math.min(1, Math.max(READABLE, (shown || wide) / width)) + 4;
    // Once reserved it stays for this structure: the real height may differ a little, and nothing may jump.
  }, [key, room, shown]);
  const stage = laid?.stage ?? null;
  // Only a picture that would lose much of its lower part takes more.
  const needed = stage ? stage.height * Math.min(1, Math.max(READABLE, shown / stage.width)) : 0;
  return { stage, failure, reserved: needed > reserved * 1.1 ? needed : reserved, again: () => setTries(tries + 1) };
}

/** What is seen first of a picture that is larger than its viewport: what is selected, else tokens, else its beginning. */
function firstSight(stage: Stage, props: PictureProps): Rect | null {
  let begin: Rect | null = null;
  let marked: Rect | null = null;
  for (const placed of stage.sheets) {
    const tokens = at(props.marks, placed.sheet.name);
    for (const [id, box] of placed.laid.boxes) {
      const rect = { x: box.x - 60, y: placed.top + box.y - 60, width: 120, height: 120 };
      if (id === props.selected) {
        return rect;
      }
      begin ??= box.node.shape === 'start' ? rect : null;
    }
    for (const mark of Object.keys(tokens ?? {})) {
      const place = placed.places.get(mark);
      marked ??= place && tokens![mark]! > 0 ? { x: place.x - 60, y: placed.top + place.y - 60, width: 120, height: 120 } : null;
    }
  }
  return marked ?? begin;
}

/** The id of a node's entry in the list: ids of nodes may hold anything, this must not. */
function optionId(id: string, stage: Stage, spot: Spot): string {
  return `${id}-${spot.sheet}-${[...stage.sheets[spot.sheet]!.laid.boxes.keys()].indexOf(spot.node)}`;
}

function sentence(node: FigureNode, sheet: Sheet, props: DrawingProps): string {
  const state = stateOf(node, at(at(props.marks, sheet.name), node.id) ?? 0, at(at(props.looks, sheet.name), node.id), at(at(props.heat, sheet.name), node.id)?.text, props.describe?.(node, sheet) ?? '');
  return `${nameOf(node)}${state === '' ? '' : `: ${state}`} (${(props.kind ?? kindOf)(node)})`;
}

interface SheetDrawingProps {
  placed: Placed;
  index: number;
  looks: Record<string, Look> | undefined;
  heat: Record<string, { share: number; text: string }> | undefined;
  selected: string | undefined;
  states: Map<string, readonly StateLook[]> | undefined;
}

/** Everything of a sheet that does not move. */
function SheetDrawing({ placed, index, looks, heat, selected, states }: SheetDrawingProps) {
  const under = useMemo(
    () => (
      <>
        {placed.heading !== '' && (
          <text class="heading" x={MARGIN} y={placed.headingY - placed.top}>
            {placed.heading}
          </text>
        )}
        {placed.areas.map((area) => (
          <RegionArea key={area.number} area={area} />
        ))}
      </>
    ),
    [placed],
  );
  const over = useMemo(
    () => (
      <>
        <Letters placed={placed} />
        {placed.told.map((told, i) => (
          <text key={i} class={`told${told.region === null ? '' : ` r${told.region % 6}`}`} x={MARGIN} y={told.y - placed.top}>
            {told.text}
          </text>
        ))}
      </>
    ),
    [placed],
  );
  return (
    <g data-sheet={index} transform={`translate(0 ${placed.top})`}>
      {under}
      {placed.laid.lines.map((line, i) => (
        <Edge key={i} line={line} look={at(looks, line.edge.mark === '' ? `c(${line.edge.from},${line.edge.to})` : line.edge.mark)} />
      ))}
      {[...placed.laid.boxes.values()].map((box) => (
        <Node key={box.node.id} box={box} look={at(looks, box.node.id)} share={at(heat, box.node.id)?.share} heat={at(heat, box.node.id)?.text} lettered={placed.sheet.regions.some((each) => each.owner === box.node.id || each.nodes.includes(box.node.id))} selected={box.node.id === selected} state={states?.get(box.node.id)} />
      ))}
      {over}
    </g>
  );
}

/** The same as a list, for who does not see it. It follows what changes a little later, so that moving through time stays smooth. */
function Words({ id, stage, props, active, choose }: { id: string; stage: Stage; props: DrawingProps; active: Spot | null; choose: (spot: Spot) => void }) {
  const [said, setSaid] = useState(props);
  const latest = useRef(props);
  latest.current = props;
  const waiting = useRef(0);
  useEffect(() => {
    if (waiting.current === 0) {
      waiting.current = window.setTimeout(() => {
        waiting.current = 0;
        setSaid(latest.current);
      }, 250);
    }
  }, [props.marks, props.looks, props.heat, props.describe]);
  useEffect(() => () => window.clearTimeout(waiting.current), []);
  const orders = useMemo(() => stage.sheets.map(order), [stage]);
  return useMemo(
    () => (
      <div class="hidden">
        {stage.sheets.map((placed, i) => (
          <div key={i} role="group" aria-label={placed.heading === '' ? props.label : placed.heading}>
            {orders[i]!.map((node) => {
              const box = placed.laid.boxes.get(node)!;
              return (
                <div
                  key={node}
                  id={optionId(id, stage, { sheet: i, node })}
                  role="option"
                  aria-selected={node === props.selected}
                  data-option={node}
                  onClick={(event) => {
                    event.stopPropagation();
                    choose({ sheet: i, node });
                  }}
                >
                  {[sentence(box.node, placed.sheet, said), flowOf(box.node, placed.sheet)].filter((each) => each !== '').join(', ')}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    ),
    [stage, orders, said, props.selected, props.label, active?.node],
  );
}
