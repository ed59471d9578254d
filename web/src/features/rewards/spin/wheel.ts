import { WHEEL, type WheelOutcome } from '@adda/contract/rewards';

const FULL_TURN = 360;

/** Minimum number of full turns. */
const MIN_TURNS = 3;

/** Fraction of a segment, at either side, that the pointer avoids, so that the result is unambiguous. */
const MARGIN = 0.18;

/** A segment of the wheel, in degrees clockwise from its top. */
export type Segment = {
  readonly outcome: WheelOutcome;
  readonly weight: number;
  readonly coins: number;
  readonly from: number;
  readonly to: number;
};

/** Alternates paying and non-paying outcomes, so that narrow segments are never adjacent. */
function interleavedOutcomes(): readonly (typeof WHEEL)[number][] {
  const paying = WHEEL.filter(({ coins }) => coins > 0);
  const others = WHEEL.filter(({ coins }) => coins === 0);
  const rows = Array.from({ length: Math.max(paying.length, others.length) }, (_, row) => [
    others.slice(row, row + 1),
    paying.slice(row, row + 1),
  ]);
  return rows.flat(2);
}

/** The sum of all weights; an outcome's share of it is its share of the circle. */
export const wheelTotal = WHEEL.reduce((sum, { weight }) => sum + weight, 0);

function buildSegments(): readonly Segment[] {
  const list: Segment[] = [];
  for (const part of interleavedOutcomes()) {
    const from = list.at(-1)?.to ?? 0;
    list.push({ ...part, from, to: from + (part.weight / wheelTotal) * FULL_TURN });
  }
  return list;
}

/** The wheel's segments, each as wide as its outcome is likely (SP-07). */
export const segments = buildSegments();

const withinTurn = (degrees: number): number => ((degrees % FULL_TURN) + FULL_TURN) % FULL_TURN;

/** Returns an angle inside an outcome's segment, in degrees; `luck` from 0 to 1 selects the position. */
export function landingAngle(outcome: WheelOutcome, luck: number): number {
  const segment = segments.find((each) => each.outcome === outcome);
  if (!segment) return 0;
  const width = segment.to - segment.from;
  return segment.from + width * (MARGIN + (1 - 2 * MARGIN) * luck);
}

/** Returns the rotation that brings `angle` under the pointer at the top; always greater than `now`. */
export const turnTo = (now: number, angle: number): number =>
  now + MIN_TURNS * FULL_TURN + withinTurn(-angle - now);

/** Returns the outcome under the pointer at a rotation. */
export function outcomeUnderPointer(rotation: number): WheelOutcome | undefined {
  const angle = withinTurn(-rotation);
  return segments.find(({ from, to }) => from <= angle && angle < to)?.outcome;
}

/** Returns a point of a circle around 0,0, for SVG. */
export function pointAt(angle: number, radius: number): { readonly x: number; readonly y: number } {
  const radians = ((angle - 90) * Math.PI) / 180;
  return { x: radius * Math.cos(radians), y: radius * Math.sin(radians) };
}

/** Returns the SVG path of a segment around 0,0. */
export function segmentPath({ from, to }: Pick<Segment, 'from' | 'to'>, radius: number): string {
  const start = pointAt(from, radius);
  const end = pointAt(to, radius);
  const isLarge = to - from > 180 ? 1 : 0;
  const arc = `A ${radius} ${radius} 0 ${isLarge} 1 ${end.x.toFixed(3)} ${end.y.toFixed(3)}`;
  return `M 0 0 L ${start.x.toFixed(3)} ${start.y.toFixed(3)} ${arc} Z`;
}
