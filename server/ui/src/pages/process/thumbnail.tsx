/** A small picture of a process, only to recognise it. */
import '../../parts/picture/picture.css';
import { useEffect, useState } from 'preact/hooks';
import type { Figure } from '../../lib/types';
import { Edge, Letters, Node, RegionArea } from '../../parts/picture/draw';
import { layoutOf } from '../../parts/picture/layout';
import { stageOf, type Stage } from '../../parts/picture/stage';

const ROOM = 960;

export function Thumbnail({ figure }: { figure: Figure }) {
  const [stage, setStage] = useState<Stage | null>(null);
  useEffect(() => {
    let current = true;
    const first = { ...figure, sheets: figure.sheets.slice(0, 1) };
    layoutOf(first, ROOM)
      .then((laid) => current && setStage(stageOf(first, laid)))
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [figure]);
  const placed = stage?.sheets[0];
  if (!stage || !placed) {
    return null;
  }
  return (
    <div class="picture thumbnail" aria-hidden="true">
      <svg class="stage" focusable="false" viewBox={`0 0 ${Math.ceil(stage.width)} ${Math.ceil(placed.top + placed.laid.height)}`} preserveAspectRatio="xMidYMid meet">
        <g transform={`translate(0 ${placed.top})`}>
          {placed.areas.map((area) => (
            <RegionArea key={area.number} area={area} />
          ))}
          {placed.laid.lines.map((line, i) => (
            <Edge key={i} line={line} look={undefined} />
          ))}
          {[...placed.laid.boxes.values()].map((box) => (
            <Node key={box.node.id} box={box} look={undefined} share={undefined} heat={undefined} selected={false} />
          ))}
          <Letters placed={placed} />
        </g>
      </svg>
    </div>
  );
}
