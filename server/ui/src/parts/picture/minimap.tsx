/** A small map of a large picture: what is seen, and where tokens are. Press or drag to move. */
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { at } from '../../lib/keyed';
import type { Marks } from '../../lib/types';
import type { Stage } from './stage';

const WIDE = 180;
const HIGH = 110;

export function Minimap({ stage, marks, viewport, zoom }: { stage: Stage; marks: Marks | undefined; viewport: RefObject<HTMLDivElement | null>; zoom: number }) {
  const scale = Math.min(WIDE / stage.width, HIGH / stage.height);
  const seen = useRef<SVGRectElement>(null);
  const map = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const box = viewport.current!;
    const follow = () => {
      const svg = box.querySelector('svg.stage')?.getBoundingClientRect();
      const frame = box.getBoundingClientRect();
      if (!svg || !seen.current || !map.current) {
        return;
      }
      const x = Math.max(0, (frame.left - svg.left) / zoom);
      const y = Math.max(0, (frame.top - svg.top) / zoom);
      const width = Math.min(stage.width - x, box.clientWidth / zoom);
      const height = Math.min(stage.height - y, box.clientHeight / zoom);
      for (const [name, value] of Object.entries({ x, y, width, height })) {
        seen.current.setAttribute(name, String(value));
      }
      // A map of what one sees whole is of no use.
      map.current.style.display = width >= stage.width - 2 && height >= stage.height - 2 ? 'none' : '';
    };
    follow();
    box.addEventListener('scroll', follow, { passive: true });
    const observer = new ResizeObserver(follow);
    observer.observe(box);
    return () => {
      box.removeEventListener('scroll', follow);
      observer.disconnect();
    };
  }, [stage, zoom]);
  const move = (event: PointerEvent) => {
    if (event.type === 'pointerdown') {
      map.current!.setPointerCapture(event.pointerId);
    } else if (event.buttons !== 1) {
      return;
    }
    event.preventDefault();
    const box = viewport.current!;
    const frame = map.current!.getBoundingClientRect();
    box.scrollLeft = ((event.clientX - frame.left) / scale) * zoom - box.clientWidth / 2;
    box.scrollTop = ((event.clientY - frame.top) / scale) * zoom - box.clientHeight / 2;
  };
  const nodes = useMemo(
    () =>
      stage.sheets.flatMap((placed, i) => [
        ...placed.laid.lines.map((line, n) => <path key={`${i} line ${n}`} class="way" d={`M${line.points.map((point) => `${point.x} ${point.y + placed.top}`).join('L')}`} />),
        ...[...placed.laid.boxes.values()].map((box) => (
          <rect key={`${i} ${box.node.id}`} class="spot" x={box.x - box.left} y={placed.top + box.y - box.half} width={box.left + box.right} height={2 * box.half} />
        )),
      ]),
    [stage],
  );
  return (
    <svg ref={map} class="minimap" aria-hidden="true" focusable="false" width={stage.width * scale} height={stage.height * scale} viewBox={`0 0 ${stage.width} ${stage.height}`} onPointerDown={move} onPointerMove={move}>
      <rect class="ground" x={0} y={0} width={stage.width} height={stage.height} />
      {nodes}
      {stage.sheets.flatMap((placed) =>
        Object.entries(at(marks, placed.sheet.name) ?? {}).flatMap(([mark, count]) => {
          const at = placed.places.get(mark);
          return at && count > 0 ? [<circle key={`${placed.sheet.name} ${mark}`} class="dot" cx={at.x} cy={at.y + placed.top} r={4 / scale} />] : [];
        }),
      )}
      <rect ref={seen} class="seen" />
    </svg>
  );
}
