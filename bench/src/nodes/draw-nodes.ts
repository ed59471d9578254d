import type { Figures } from './nodes.types.ts';

/** One line of the drawing: the same cluster with each number of nodes. */
export type Series = {
  /** Also the style class of the line. */
  readonly id: 'stream' | 'channels' | 'spread';
  readonly title: string;
  readonly figures: readonly Figures[];
};

type Panel = {
  readonly title: string;
  readonly figureOf: (figures: Figures) => number;
  /** Powers of ten at the lower and the upper end. */
  readonly from: number;
  readonly to: number;
  /** Texts of the powers of ten. */
  readonly scale: (value: number) => string;
  /** Value from which the form no longer works, with its text. */
  readonly limit?: { readonly value: number; readonly text: string };
};

const WIDTH = 960;
const HEIGHT = 1050;
const PANEL = { width: 380, height: 240, left: 70, top: 96, columnGap: 90, rowGap: 84 };

/** Text on both backgrounds has a contrast of at least 4.5. */
const STYLE = `
    .ground { fill: #ffffff }
    .grid { stroke: #d8dee4; stroke-width: 1; fill: none }
    .limit { stroke: #6e7781; stroke-width: 1.5; stroke-dasharray: 6 4; fill: none }
    text { font: 13px system-ui, sans-serif; fill: #1f2328 }
    .head { font-size: 15px; font-weight: 600 }
    .small { font-size: 12px; fill: #57606a }
    .line { fill: none; stroke-width: 2.5; stroke-linejoin: round }
    .line.spread { stroke-dasharray: 8 5 }
    .stream { stroke: #b35900 } .channels { stroke: #0550ae } .spread { stroke: #1a7f37 }
    .dot.stream { fill: #b35900 } .dot.channels { fill: #0550ae } .dot.spread { fill: #1a7f37 }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0d1117 }
      .grid { stroke: #30363d }
      .limit { stroke: #8b949e }
      text { fill: #e6edf3 }
      .small { fill: #9ea7b3 }
      .stream { stroke: #f0883e } .channels { stroke: #58a6ff } .spread { stroke: #3fb950 }
      .dot.stream { fill: #f0883e } .dot.channels { fill: #58a6ff } .dot.spread { fill: #3fb950 }
    }`;

const plain = (value: number): string =>
  value >= 1e6 ? `${value / 1e6} million` : value.toLocaleString('en-US', { maximumFractionDigits: 6 });

const bytes = (value: number): string =>
  value >= 1e9
    ? `${value / 1e9} GB`
    : value >= 1e6
      ? `${value / 1e6} MB`
      : value >= 1e3
        ? `${value / 1e3} kB`
        : `${value} B`;

/** Finds the powers of ten around all values; zeros are not drawn. */
function rangeOf(series: readonly Series[], figureOf: Panel['figureOf'], limit?: number) {
  const values = series
    .flatMap(({ figures }) => figures.map(figureOf))
    .concat(limit ?? [])
    .filter((value) => value > 0);
  const from = Math.floor(Math.log10(Math.min(...values)));
  return { from, to: Math.max(from + 1, Math.ceil(Math.log10(Math.max(...values)))) };
}

function panelsOf(series: readonly Series[], databaseCores: number): readonly Panel[] {
  const panel = (
    title: string,
    figureOf: Panel['figureOf'],
    scale: Panel['scale'],
    limit?: Panel['limit'],
  ): Panel => ({
    title,
    figureOf,
    scale,
    ...rangeOf(series, figureOf, limit?.value),
    ...(limit && { limit }),
  });
  return [
    panel('Cores of each node for traffic between nodes', (of) => of.nodeCores, plain, {
      value: 1,
      text: 'the thread of a node is full',
    }),
    panel('Cores of Redis', (of) => of.redisCores, plain, { value: 1, text: 'one Redis thread is full' }),
    panel('Bytes per second out of Redis', (of) => of.redisBytes, bytes),
    panel('Memory of Redis for subscriptions', (of) => of.redisMemory, bytes),
    panel('Rows that presence writes per second', (of) => of.databaseWrites, plain),
    panel('Cores of PostgreSQL for presence', (of) => of.databaseCores, plain, {
      value: databaseCores,
      text: `${databaseCores} cores`,
    }),
  ];
}

const at = (value: number): string => value.toFixed(1);

function drawPanel(panel: Panel, index: number, series: readonly Series[], counts: readonly number[]) {
  const left = PANEL.left + (index % 2) * (PANEL.width + PANEL.columnGap);
  const top = PANEL.top + Math.floor(index / 2) * (PANEL.height + PANEL.rowGap);
  const [first = 1, last = 1] = [counts[0], counts.at(-1)];
  const x = (nodes: number) => left + (Math.log(nodes / first) / Math.log(last / first)) * PANEL.width;
  const y = (value: number) =>
    top + PANEL.height * (1 - (Math.log10(value) - panel.from) / (panel.to - panel.from));
  const powers = Array.from({ length: panel.to - panel.from + 1 }, (_, step) => 10 ** (panel.from + step));
  const rows = powers.map(
    (value) =>
      `<path class="grid" d="M${left} ${at(y(value))}h${PANEL.width}"/>` +
      `<text class="small" x="${left - 8}" y="${at(y(value) + 4)}" text-anchor="end">${panel.scale(value)}</text>`,
  );
  const columns = counts.map(
    (nodes) =>
      `<path class="grid" d="M${at(x(nodes))} ${top}v${PANEL.height}"/>` +
      `<text class="small" x="${at(x(nodes))}" y="${top + PANEL.height + 18}" text-anchor="middle">${nodes}</text>`,
  );
  const lines = series.map(({ id, figures }) => {
    const points = figures
      .filter((each) => panel.figureOf(each) > 0)
      .map((each) => [at(x(each.nodes)), at(y(panel.figureOf(each)))] as const);
    const [start] = points;
    if (start === undefined) return '';
    const dots = points.map(([cx, cy]) => `<circle class="dot ${id}" cx="${cx}" cy="${cy}" r="3"/>`);
    return `<path class="line ${id}" d="M${points.map((point) => point.join(' ')).join('L')}"/>${dots.join('')}`;
  });
  return [
    `<text class="head" x="${left}" y="${top - 14}">${panel.title}</text>`,
    ...rows,
    ...columns,
    ...(panel.limit === undefined
      ? []
      : [
          `<path class="limit" d="M${left} ${at(y(panel.limit.value))}h${PANEL.width}"/>`,
          `<text class="small" x="${left + 6}" y="${at(y(panel.limit.value) - 6)}">${panel.limit.text}</text>`,
        ]),
    ...lines,
    `<text class="small" x="${left + PANEL.width}" y="${top + PANEL.height + 36}" text-anchor="end">nodes</text>`,
  ];
}

/**
 * Draws load against nodes as an SVG with logarithmic axes, one panel for each resource, that follows the reader's light
 * or dark colours. `databaseCores` is the limit of presence.
 */
export function drawNodes(series: readonly Series[], databaseCores: number): string {
  const counts = series[0]?.figures.map(({ nodes }) => nodes) ?? [];
  const keys = series.map(
    ({ id, title }, index) =>
      `<path class="line ${id}" d="M${PANEL.left + index * 290} 40h36"/>` +
      `<text x="${PANEL.left + 44 + index * 290}" y="44">${title}</text>`,
  );
  const panels = panelsOf(series, databaseCores).flatMap((panel, index) =>
    drawPanel(panel, index, series, counts),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    '  <title>Load against the number of nodes</title>',
    `  <style>${STYLE}\n  </style>`,
    `  <rect class="ground" width="${WIDTH}" height="${HEIGHT}"/>`,
    ...[...keys, ...panels].map((line) => `  ${line}`),
    '</svg>',
    '',
  ].join('\n');
}
