import type { SoakCounts, SoakSeries } from './soak.types.ts';

const MB = 1024 * 1024;

/** The complete result of one soak. */
export type SoakRun = {
  readonly nodes: readonly SoakSeries[];
  readonly counts: SoakCounts;
  readonly seconds: number;
  readonly rowsBefore: Readonly<Record<string, number>>;
  readonly rowsAfter: Readonly<Record<string, number>>;
};

/** Lists the samples of each node in order, then the actions, then the growth of the tables. */
export function describeSoak({ nodes, counts, seconds, rowsBefore, rowsAfter }: SoakRun): string {
  const heads = ['s', 'resident MB', 'heap MB', 'external MB', 'descriptors', 'resources', 'database'];
  const looks = nodes.flatMap(({ start, samples, end }, node) => [
    `node ${node + 1}`,
    row(heads),
    ...[start, ...samples, end].map((each) =>
      row([
        each.at.toFixed(0),
        ...[each.resident, each.heap, each.external].map((bytes) => (bytes / MB).toFixed(1)),
        ...[each.descriptors, each.resources, each.databaseConnections].map(String),
      ]),
    ),
    '',
  ]);
  const done = Object.keys({ ...counts.done, ...counts.failed }).map((action) => {
    const [count, failed] = [counts.done[action] ?? 0, counts.failed[action] ?? 0];
    return `${action}: ${count}, ${(count / seconds).toFixed(1)}/s${failed > 0 ? `, ${failed} failed` : ''}`;
  });
  const rows = Object.entries(rowsAfter).map(([table, after]) => `${table}: ${rowsBefore[table]} → ${after}`);
  return [...looks, ...done, '', ...rows].join('\n');
}

const row = (cells: readonly string[]) => cells.map((cell) => cell.padStart(13)).join('');
