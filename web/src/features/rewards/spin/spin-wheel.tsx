import { SPIN_MS, type WheelOutcome } from '@adda/contract/rewards';
import { outcomeSign } from './outcome-labels.ts';
import { pointAt, segmentPath, segments, type Segment } from './wheel.ts';

const RIM = 94;

/** Background and text of a segment; every pair passes AA in both themes, which share them. */
const colours: Readonly<Record<WheelOutcome, readonly [ground: string, text: string]>> = {
  Dog: ['var(--person-9-bg)', 'var(--person-9-fg)'],
  Elephant: ['var(--person-6-bg)', 'var(--person-6-fg)'],
  Goat: ['var(--person-11-bg)', 'var(--person-11-fg)'],
  '1 Coin': ['var(--marigold)', 'var(--color-on-marigold)'],
  '5 Coins': ['var(--person-2-bg)', 'var(--person-2-fg)'],
  '10 Coins': ['var(--rani)', 'var(--color-on-rani)'],
};

/**
 * An animal is centred in its segment; a number of coins lies along the radius, where even the narrowest
 * segment has space.
 */
function Label({ segment }: { segment: Segment }) {
  const { outcome, coins, from, to } = segment;
  const middle = (from + to) / 2;
  const { x, y } = pointAt(middle, coins > 0 ? RIM - 17 : RIM * 0.62);
  return (
    <text
      x={x}
      y={y}
      transform={`rotate(${coins > 0 ? middle - 90 : middle} ${x} ${y})`}
      fill={colours[outcome][1]}
      textAnchor="middle"
      dominantBaseline="central"
      fontSize={coins > 0 ? 11 : 26}
      fontWeight={800}
    >
      {coins > 0 ? coins : outcomeSign[outcome]}
    </text>
  );
}

/** The wheel, rotated by `rotation` degrees. Decorative: outcomes and result are also shown as text. */
export function SpinWheel({ rotation, isStill }: { rotation: number; isStill: boolean }) {
  return (
    <svg viewBox="-100 -104 200 204" aria-hidden="true" className="mx-auto w-full max-w-72">
      <circle r={RIM + 4} fill="var(--raised)" stroke="var(--line)" strokeWidth={1.5} />
      <g
        data-testid="wheel"
        style={{
          transform: `rotate(${rotation}deg)`,
          transition: isStill ? 'none' : `transform ${SPIN_MS}ms cubic-bezier(0.15, 0.7, 0.2, 1)`,
        }}
      >
        {segments.map((segment) => (
          <g key={segment.outcome}>
            <path
              d={segmentPath(segment, RIM)}
              fill={colours[segment.outcome][0]}
              stroke="var(--surface)"
              strokeWidth={0.8}
            />
            <Label segment={segment} />
          </g>
        ))}
      </g>
      <circle r={13} fill="var(--surface)" stroke="var(--line)" strokeWidth={1.5} />
      <circle r={5} fill="var(--marigold)" />
      <path d="M -8 -103 L 8 -103 L 0 -89 Z" fill="var(--ink)" stroke="var(--surface)" strokeWidth={2} />
    </svg>
  );
}
