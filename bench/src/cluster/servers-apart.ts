import { startAdda } from '../contenders/adda.ts';
import type { Contender } from '../contenders/contender.types.ts';
import { measure } from '../fan-out/measure.ts';
import type { Measurement, Shape } from '../fan-out/fan-out.types.ts';

/** Half of the rooms, with half of the messages. */
export const halfOf = (shape: Shape): Shape => ({
  ...shape,
  rooms: shape.rooms / 2,
  mode: shape.mode.kind === 'calm' ? { ...shape.mode, perSecond: shape.mode.perSecond / 2 } : shape.mode,
});

/** Whether the rooms can be divided. */
export const isDivisible = ({ rooms }: Pick<Shape, 'rooms'>): boolean => rooms % 2 === 0;

/** Adds the counts and the CPU of two simultaneous runs. Latencies are those of the first. */
export function together([one, other]: readonly [Measurement, Measurement]): Measurement {
  const sum = (figure: (run: Measurement) => number) => figure(one) + figure(other);
  return {
    ...one,
    confirmed: sum((run) => run.confirmed),
    deliveries: sum((run) => run.deliveries),
    errors: sum((run) => run.errors),
    undelivered: sum((run) => run.undelivered),
    cpuSeconds: sum((run) => run.cpuSeconds),
    databaseCpuSeconds: sum((run) => run.databaseCpuSeconds),
    loadCpuSeconds: sum((run) => run.loadCpuSeconds),
  };
}

/**
 * Two servers that know nothing of each other, each with half of the rooms, at the same time: what two nodes would need if nothing had to be
 * said between them. Two processes share a machine's caches and commit half as many messages at once, which is no cost of the cluster.
 */
export async function startServersApart(options: Parameters<typeof startAdda>[0]) {
  const scenarios = options.scenarios
    .filter(isDivisible)
    .map(({ rooms, membersPerRoom }) => ({ rooms: rooms / 2, membersPerRoom }));
  const servers: readonly [Contender, Contender] = [
    await startAdda({ ...options, scenarios }),
    await startAdda({ ...options, scenarios }),
  ];
  return {
    measure: async (shape: Shape, seconds: number): Promise<Measurement> => {
      const run = (server: Contender) => measure(server, halfOf(shape), { seconds, profileFile: undefined });
      return together(await Promise.all([run(servers[0]), run(servers[1])]));
    },
    dispose: async () => {
      await Promise.all(servers.map((server) => server.dispose()));
    },
  };
}
