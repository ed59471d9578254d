import type { Contender } from '../contenders/contender.types.ts';
import type { Inspector } from '../measure/inspector.ts';
import { descriptorsOf, residentBytesOf } from '../measure/processes.ts';
import type { SoakSample } from './soak.types.ts';

/** Node's own counters, read in the server's process. */
const INSIDE = `(() => {
  const { external, arrayBuffers } = process.memoryUsage();
  return { external: external + arrayBuffers, resources: process.getActiveResourcesInfo().length };
})()`;

/** Samples a server after garbage collection. */
export type Sampler = { readonly take: () => Promise<SoakSample> };

/** Creates a sampler for the first node of a contender. */
export function createSampler({ pid, databasePids }: Contender, inspector: Inspector): Sampler {
  const started = performance.now();
  return {
    take: async () => {
      const heap = await inspector.usedHeap();
      const inside = await inspector.evaluate(INSIDE);
      return {
        at: (performance.now() - started) / 1000,
        heap,
        external: numberIn(inside, 'external'),
        resources: numberIn(inside, 'resources'),
        resident: residentBytesOf(pid),
        descriptors: descriptorsOf(pid),
        databaseConnections: databasePids().length,
      };
    },
  };
}

function numberIn(value: unknown, name: string): number {
  return typeof value === 'object' && value !== null ? Number(Reflect.get(value, name)) : Number.NaN;
}
