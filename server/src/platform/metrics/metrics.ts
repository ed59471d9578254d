import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** Values of the metric's labels, such as `{ queue: 'mail.send' }`. Never a user, a room or a token. */
export type Labels = Readonly<Record<string, string | number>>;

/** The current value: one number, one for each set of labels, or undefined when unknown. */
export type Reading = number | undefined | readonly (readonly [Labels, number])[];

/** The name of a metric; docs/objectives.md lists them all. */
export type Named = {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
};

/** The metrics of this process. The platform provides the interface, the program defines the metrics. */
export type Metrics = {
  /** A counter. Returns the function that increments it, by one by default. */
  readonly counter: (named: Named) => (labels?: Labels, amount?: number) => void;
  /** A counter that is maintained elsewhere and read on each scrape. */
  readonly total: (named: Named, read: () => Reading | Promise<Reading>) => void;
  /** A gauge that is read on each scrape. */
  readonly gauge: (named: Named, read: () => Reading | Promise<Reading>) => void;
  /**
   * A histogram of seconds. Returns a function that takes labels, always in the same order, and returns the recorder;
   * keep that where it is called often. `buckets` are upper bounds.
   */
  readonly histogram: (
    named: Omit<Named, 'labels'> & { readonly buckets: readonly number[] },
  ) => (labels?: Labels) => (seconds: number) => void;
  /** Returns all metrics in the Prometheus text format. */
  readonly text: () => Promise<string>;
};

/** Creates the metrics with those of the process: memory, descriptors, the event loop's delay. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const histograms: LightHistogram[] = [];
  const common = ({ name, help, labels = [] }: Named) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
  });
  return {
    counter: (named) => {
      const counter = new Counter(common(named));
      if (!named.labels?.length) counter.inc(0);
      return (labels = {}, amount = 1) => counter.inc(labels, amount);
    },
    total: (named, read) => {
      const counter = new Counter({
        ...common(named),
        collect: async () => {
          const values = valuesOf(await read());
          counter.reset();
          for (const [labels, value] of values) counter.inc(labels, value);
        },
      });
    },
    gauge: (named, read) => {
      const gauge = new Gauge({
        ...common(named),
        collect: async () => {
          const values = valuesOf(await read());
          gauge.reset();
          // A reset gauge without labels would report 0, which is not the same as unknown.
          if (values.length === 0 && !named.labels?.length) gauge.remove();
          for (const [labels, value] of values) gauge.set(labels, value);
        },
      });
    },
    histogram: ({ name, help, buckets }) => {
      const histogram = createLightHistogram(name, help, buckets);
      histograms.push(histogram);
      return (labels = {}) => histogram.at(labels);
    },
    text: async () =>
      [await registry.metrics(), ...histograms.map((histogram) => `${histogram.text()}\n`)].join('\n'),
  };
}

function valuesOf(reading: Reading): readonly (readonly [Labels, number])[] {
  if (reading === undefined) return [];
  return typeof reading === 'number' ? [[{}, reading]] : reading;
}

type Cell = { readonly labels: Labels; readonly counts: number[]; sum: number };

/** A histogram of durations. */
type LightHistogram = {
  /** Returns the function that records seconds under these labels. Keep it where it is called often. */
  readonly at: (labels: Labels) => (seconds: number) => void;
  /** Returns the Prometheus text format. */
  readonly text: () => string;
};

/**
 * A histogram with minimal overhead: that of prom-client validates and hashes the labels each time, about 1 µs, while
 * a whole message takes 30.
 */
function createLightHistogram(name: string, help: string, bounds: readonly number[]): LightHistogram {
  const cells = new Map<string, Cell>();

  function cellOf(labels: Labels): Cell {
    const key = Object.values(labels).join('\n');
    const found = cells.get(key);
    if (found) return found;
    const cell = { labels, counts: Array.from({ length: bounds.length + 1 }, () => 0), sum: 0 };
    cells.set(key, cell);
    return cell;
  }

  return {
    at: (labels) => {
      const cell = cellOf(labels);
      return (seconds) => {
        let index = 0;
        while (seconds > (bounds[index] ?? Infinity)) index += 1;
        cell.counts[index] = (cell.counts[index] ?? 0) + 1;
        cell.sum += seconds;
      };
    },
    text: () =>
      [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`]
        .concat([...cells.values()].flatMap((cell) => linesOf(name, bounds, cell)))
        .join('\n'),
  };
}

function linesOf(name: string, bounds: readonly number[], { labels, counts, sum }: Cell): string[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return `${name}_bucket${labelText({ ...labels, le: bounds[index] ?? '+Inf' })} ${total}`;
  });
  return [...buckets, `${name}_sum${labelText(labels)} ${sum}`, `${name}_count${labelText(labels)} ${total}`];
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
