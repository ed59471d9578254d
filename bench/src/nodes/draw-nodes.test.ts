import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assumptions, nodeCounts } from './assumptions.ts';
import { describeNodes, replaceGenerated } from './describe-nodes.ts';
import { drawNodes } from './draw-nodes.ts';
import { costNames, costsOf, summarize, type CostRound } from './measured-costs.ts';
import { DRAWING_FILE, PAGE_FILE, readCosts } from './run-nodes.ts';
import { seriesOf } from './series.ts';

const roundOf = (cost: number) => Object.fromEntries(costNames.map((name) => [name, cost])) as CostRound;

describe('the measured costs', () => {
  it('are medians of the rounds, and noise is the spread without the outliers', () => {
    const measured = summarize([10, 300, 20, 15, 25].map(roundOf));
    expect(measured['stream write calm']).toEqual({ median: 20, noise: 0.25 });
  });

  it('are zero in the model where noise made a difference negative', () => {
    const measured = summarize([{ ...roundOf(10), 'channels echo full': -3, 'channels redis2 calm': 4 }]);
    const { channels } = costsOf(measured);
    expect(channels.echo).toEqual({ calm: 10, full: 0 });
    expect(channels.redisRead.calm).toBe(0);
  });
});

describe('the drawing', () => {
  const series = seriesOf(assumptions, costsOf(summarize([roundOf(10)])));
  const drawing = drawNodes(series, assumptions.databaseCores);

  it('has colours for light and dark, a label for each number of nodes, and no line of zeros', () => {
    expect(drawing).toContain('prefers-color-scheme: dark');
    for (const nodes of nodeCounts) expect(drawing).toContain(`text-anchor="middle">${nodes}</text>`);
    expect(drawing).not.toMatch(/NaN|Infinity|d="M"/);
  });

  it('has a point of each line for each number of nodes, except where there is nothing to draw', () => {
    const points = (id: string) => drawing.split(`<circle class="dot ${id}"`).length - 1;
    // A single node has no traffic: 3 panels without it, 2 of presence with it, and one of memory for channels only.
    expect(points('stream')).toBe(3 * (nodeCounts.length - 1) + 2 * nodeCounts.length);
    expect(points('channels')).toBe(4 * (nodeCounts.length - 1) + 2 * nodeCounts.length);
  });

  it('stays within its frame', () => {
    const heights = [...drawing.matchAll(/ cy="([\d.]+)"/g)].map(([, height]) => Number(height));
    expect(Math.min(...heights)).toBeGreaterThan(90);
    expect(Math.max(...heights)).toBeLessThan(1050);
  });
});

describe('the documentation', () => {
  it('shows the costs that are stored beside it', () => {
    const file = readCosts();
    const series = seriesOf(assumptions, costsOf(file.costs));
    expect(readFileSync(DRAWING_FILE, 'utf8')).toBe(drawNodes(series, assumptions.databaseCores));
    const page = readFileSync(PAGE_FILE, 'utf8');
    expect(replaceGenerated(page, describeNodes(file))).toBe(page);
  });

  it('is not written without the marks of its generated part', () => {
    expect(() => replaceGenerated('# Scale', 'table')).toThrow('no marks');
  });
});
