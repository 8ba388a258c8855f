/** What a plan would do, on the picture of the case, with a legend of the marks. */
import { useMemo } from 'preact/hooks';
import type { Figure, Marks } from '../../lib/types';
import { Badge } from '../../parts/picture/draw';
import { LOOKS, type Look } from '../../parts/picture/words';
import { legendOf, plannedLooks } from '../../parts/planned';
import { Drawing } from './drawing';

export function PlanPicture({ steps, figure, marks }: { steps: string[]; figure: Figure | null; marks: Marks }) {
  const looks = useMemo(() => (figure ? plannedLooks(steps, figure) : undefined), [figure, steps]);
  const legend = looks ? legendOf(looks) : [];
  return legend.length === 0 ? null : (
    <figure class="plan-picture">
      <Drawing figure={figure} marks={marks} looks={looks} height="240px" label="The plan on the picture" />
      <Legend of={legend} />
    </figure>
  );
}

/** What the marks on a picture mean. */
export function Legend({ of }: { of: Look[] }) {
  return (
    <figcaption class="picture">
      <ul class="plain row legend" aria-label="What the marks mean">
        {of.map((look) => (
          <li key={look} class="row">
            <svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
              <Badge look={look} x={0} y={0} />
            </svg>
            {LOOKS[look]}
          </li>
        ))}
      </ul>
    </figcaption>
  );
}
