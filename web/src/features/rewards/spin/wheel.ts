import { WHEEL, type WheelOutcome } from '@adda/contract/rewards';

const FULL_TURN = 360;

/** Whole turns before the wheel stops. */
const LEAST_TURNS = 3;

/** So much of a segment, at either side, the pointer keeps away from, so that nobody has to look twice. */
const MARGIN = 0.18;

/** A part of the wheel, in degrees clockwise from its top. */
export type Segment = {
  readonly outcome: WheelOutcome;
  readonly weight: number;
  readonly coins: number;
  readonly from: number;
  readonly to: number;
};

/** What pays lies between what doesn't: the narrow parts never stand side by side. */
function mixed(): readonly (typeof WHEEL)[number][] {
  const paying = WHEEL.filter(({ coins }) => coins > 0);
  const others = WHEEL.filter(({ coins }) => coins === 0);
  const rows = Array.from({ length: Math.max(paying.length, others.length) }, (_, row) => [
    others.slice(row, row + 1),
    paying.slice(row, row + 1),
  ]);
  return rows.flat(2);
}

/** All of a hundred spins; what an outcome has of it is its share of the circle. */
export const wheelTotal = WHEEL.reduce((sum, { weight }) => sum + weight, 0);

function drawn(): readonly Segment[] {
  const list: Segment[] = [];
  for (const part of mixed()) {
    const from = list.at(-1)?.to ?? 0;
    list.push({ ...part, from, to: from + (part.weight / wheelTotal) * FULL_TURN });
  }
  return list;
}

/** The wheel as it is drawn: every segment as wide as its outcome is likely (SP-07). */
export const segments = drawn();

const withinTurn = (degrees: number): number => ((degrees % FULL_TURN) + FULL_TURN) % FULL_TURN;

/** A point inside the segment of an outcome, in degrees; `luck` from 0 to 1 says where. */
export function landingAngle(outcome: WheelOutcome, luck: number): number {
  const segment = segments.find((each) => each.outcome === outcome);
  if (!segment) return 0;
  const width = segment.to - segment.from;
  return segment.from + width * (MARGIN + (1 - 2 * MARGIN) * luck);
}

/** How far the wheel is turned when `angle` of it has come under the pointer at the top; always onward from `now`. */
export const turnTo = (now: number, angle: number): number =>
  now + LEAST_TURNS * FULL_TURN + withinTurn(-angle - now);

/** What the pointer shows on a wheel that is turned so far. */
export function outcomeUnderPointer(rotation: number): WheelOutcome | undefined {
  const angle = withinTurn(-rotation);
  return segments.find(({ from, to }) => from <= angle && angle < to)?.outcome;
}

/** A point of a circle around 0,0 as SVG has it. */
export function pointAt(angle: number, radius: number): { readonly x: number; readonly y: number } {
  const radians = ((angle - 90) * Math.PI) / 180;
  return { x: radius * Math.cos(radians), y: radius * Math.sin(radians) };
}

/** The outline of a segment of a wheel around 0,0. */
export function segmentPath({ from, to }: Pick<Segment, 'from' | 'to'>, radius: number): string {
  const start = pointAt(from, radius);
  const end = pointAt(to, radius);
  const isLarge = to - from > 180 ? 1 : 0;
  const arc = `A ${radius} ${radius} 0 ${isLarge} 1 ${end.x.toFixed(3)} ${end.y.toFixed(3)}`;
  return `M 0 0 L ${start.x.toFixed(3)} ${start.y.toFixed(3)} ${arc} Z`;
}
