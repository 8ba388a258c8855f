/** Simulate: what other agents, other processes or other assumptions would change; one simulation with its figures. */
import { useEffect } from 'preact/hooks';
import type { PageProps } from '../app';
import { get } from '../lib/api';
import { useLoad } from '../lib/load';
import { millis, span } from '../lib/time';
import type { Page } from '../lib/types';
import { Empty, Shown, State, Time, Title } from '../parts/basics';
import { Table, type Column } from '../parts/table';
import { NewSimulation } from './simulate/form';
import { isOver, OneSimulation, STATES, type Simulation } from './simulate/result';

export default function Simulate({ of }: PageProps) {
  return (
    <div class="text">
      {of['simulation'] !== undefined ? (
        <OneSimulation id={of['simulation']} />
      ) : (
        <>
          <Title>Simulate</Title>
          <NewSimulation>
            <h2 style="margin: 24px 0 8px">Simulations</h2>
            <Earlier />
          </NewSimulation>
        </>
      )}
    </div>
  );
}

const COLUMNS: Column<Simulation>[] = [
  { name: 'simulation', title: 'Simulation', width: '90px', cell: (row) => row.simulation, value: (row) => Number(row.simulation) },
  { name: 'name', title: 'Variants', width: 'minmax(140px, 3fr)', cell: (row) => row.name, value: (row) => row.name },
  { name: 'state', title: 'State', width: '100px', cell: (row) => <State of={row.state} tone={STATES[row.state]} title={row.failure} />, value: (row) => row.state },
  { name: 'asked', title: 'Asked for', width: '120px', cell: (row) => <Time at={row.asked} />, value: (row) => row.asked },
  { name: 'took', title: 'Took', width: '90px', cell: (row) => (row.ended ? span(millis(row.ended) - millis(row.asked)) : ''), value: (row) => (row.ended ? millis(row.ended) - millis(row.asked) : undefined), wideOnly: true },
  { name: 'items', title: 'Work items', width: '90px', number: true, cell: (row) => row.items.toLocaleString(), value: (row) => row.items, wideOnly: true },
  { name: 'failure', title: 'Why not', width: 'minmax(100px, 2fr)', cell: (row) => <span class="soft">{row.failure}</span>, value: (row) => row.failure, wideOnly: true },
];

function Earlier() {
  const read = useLoad<Page<Simulation>>((stop) => get('/simulations', { limit: 100 }, stop), []);
  const running = read.value.value?.items.some((each) => !isOver(each)) ?? false;
  useEffect(() => {
    if (running) {
      const timer = window.setInterval(read.again, 1_000);
      return () => window.clearInterval(timer);
    }
    return undefined;
  }, [running]);
  return (
    <Shown of={read}>
      {({ items }) =>
        items.length === 0 ? (
          <Empty title="Nothing was simulated since the server started">
            A simulation runs a process on the engine itself, under a clock that jumps from event to event: a month takes seconds. The models above are ready to run.
          </Empty>
        ) : (
          <Table label="Simulations" columns={COLUMNS} rows={[...items].reverse()} id={(row) => row.simulation} href={(row) => `/simulate/${row.simulation}`} height="320px" file="simulations" sortable />
        )
      }
    </Shown>
  );
}
