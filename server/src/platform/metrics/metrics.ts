import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { createLightHistogram, type LightHistogram } from './light-histogram.ts';

/** Values by the metric's labels, such as `{ queue: 'mail.send' }`. Never a person, a room or a token. */
export type Labels = Readonly<Record<string, string | number>>;

/** What a metric is now: one number, one for each set of labels, or nothing where it is not known. */
export type Reading = number | undefined | readonly (readonly [Labels, number])[];

/** How a metric is named; docs/objectives.md lists them all. */
export type Named = {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
};

/** The numbers of this process for whoever watches it. The platform knows the face, the program names what is counted. */
export type Metrics = {
  /** A number that only grows; answers the function that adds to it, one unless told. */
  readonly counter: (named: Named) => (labels?: Labels, amount?: number) => void;
  /** A number that only grows and is counted elsewhere; read when somebody looks. */
  readonly total: (named: Named, read: () => Reading | Promise<Reading>) => void;
  /** A number that goes up and down; read when somebody looks. */
  readonly gauge: (named: Named, read: () => Reading | Promise<Reading>) => void;
  /**
   * How long things take, in seconds. Answers what notes one under some labels, which always come in the same order; to
   * be kept where it is called often. `buckets` are upper bounds.
   */
  readonly histogram: (
    named: Omit<Named, 'labels'> & { readonly buckets: readonly number[] },
  ) => (labels?: Labels) => (seconds: number) => void;
  /** Prometheus text of everything. */
  readonly text: () => Promise<string>;
};

/** Makes the metrics of a program, with those of the process already in: memory, descriptors, the event loop's delay. */
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
          // A gauge without labels would be 0 again, which is not the same as unknown.
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
