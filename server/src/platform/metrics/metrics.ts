import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { createLightHistogram, type Labels, type LightHistogram } from './light-histogram.ts';

/** The current value: one number, one for each set of labels, or undefined when unknown. */
export type Reading = number | undefined | readonly (readonly [Labels, number])[];

/** The name of a metric; docs/objectives.md lists them all. */
export type Named = {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
};

/** The metrics of this process. The platform provides the interface, the program defines what is counted. */
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
