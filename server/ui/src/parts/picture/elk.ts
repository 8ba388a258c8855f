/** The layout engine: ELK in a worker of its own, loaded when the first picture needs it. */
import type { ELK, ElkNode } from 'elkjs/lib/elk-api';

let engine: Promise<ELK> | undefined;

async function start(): Promise<ELK> {
  const [api, worker] = await Promise.all([import('elkjs/lib/elk-api.js'), import('elkjs/lib/elk-worker.min.js?url')]);
  return new api.default({ workerFactory: () => new Worker(worker.default), algorithms: ['layered'] });
}

/** A graph with places. */
export async function elk(graph: ElkNode): Promise<ElkNode> {
  engine ??= start();
  try {
    return await (await engine).layout(graph);
  } catch (failure) {
    // A graph that cannot be laid out leaves the engine as it was; one that never started is started anew.
    engine.catch(() => (engine = undefined));
    throw failure;
  }
}
