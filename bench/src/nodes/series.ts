import { nodeCounts } from './assumptions.ts';
import type { Series } from './draw-nodes.ts';
import { figuresOf, type Cluster } from './model.ts';
import type { Assumptions, Costs } from './nodes.types.ts';

const clusters: Readonly<Record<Series['id'], Cluster & { readonly title: string }>> = {
  stream: { form: 'stream', placement: 'hashed', title: 'one stream, a row per user (before)' },
  channels: { form: 'channels', placement: 'hashed', title: 'channels, a lease per node' },
  spread: { form: 'channels', placement: 'spread', title: 'the same without the proxy’s hash' },
};

/** Returns the cluster of a line of the drawing. */
export const clusterOf = (id: Series['id']): Cluster => clusters[id];

/** Calculates all lines of the drawing. */
export function seriesOf(given: Assumptions, costs: Costs): readonly Series[] {
  return (['stream', 'channels', 'spread'] as const).map((id) => ({
    id,
    title: clusters[id].title,
    figures: nodeCounts.map((nodes) => figuresOf(nodes, clusters[id], given, costs)),
  }));
}
