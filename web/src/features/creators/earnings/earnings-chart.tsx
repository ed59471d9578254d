import { useLingui } from '@lingui/react/macro';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useMoney, type Money } from '../../accounts/index.ts';
import { endsLabel, saleLabel, spanLabel } from './earnings-labels.ts';
import type { Bar } from './span.ts';

const HEIGHT = 100;
const GAP = 0.2;
/** Minimum height, so that small values stay visible. */
const MIN_BAR_HEIGHT = 2;

/** Returns the position of a bar, from the top; a negative value is below the zero line. */
function boxOf(net: number, highest: number, lowest: number): { y: number; height: number } {
  const range = highest - lowest || 1;
  const zero = (highest / range) * HEIGHT;
  const size = Math.max((Math.abs(net) / range) * HEIGHT, net === 0 ? 0 : MIN_BAR_HEIGHT);
  return net < 0 ? { y: zero, height: size } : { y: Math.max(0, zero - size), height: size };
}

/** Returns the label of a bar: '$12.00 · 3 Nov · 2 sales'. */
const barLabel = (bar: Bar, { sum }: Money): string =>
  [sum(bar.net), spanLabel(bar), saleLabel(bar.count)].join(' · ');

/** Returns the range of the values, always including zero. */
function rangeOf(bars: readonly Bar[]): { highest: number; lowest: number } {
  const nets = bars.map(({ net }) => net);
  return { highest: Math.max(0, ...nets), lowest: Math.min(0, ...nets) };
}

type BarsProps = { bars: readonly Bar[]; active: number | undefined; onPoint: (index?: number) => void };

function Bars({ bars, active, onPoint }: BarsProps) {
  const { highest, lowest } = rangeOf(bars);
  const zero = boxOf(0, highest, lowest).y;
  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (width > 0) onPoint(Math.floor(((clientX - left) / width) * bars.length));
  };
  return (
    <svg
      viewBox={`0 0 ${bars.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && onPoint()}
      className="block h-36 w-full touch-pan-y"
    >
      {bars.map((bar, index) => {
        const { y, height } = boxOf(bar.net, highest, lowest);
        return (
          <rect
            key={bar.from}
            data-bar={bar.from}
            x={index + GAP / 2}
            y={y}
            width={1 - GAP}
            height={height}
            className={barClass(bar, index === active)}
          />
        );
      })}
      <line
        x1={0}
        x2={bars.length}
        y1={zero}
        y2={zero}
        vectorEffect="non-scaling-stroke"
        className="stroke-edge"
      />
    </svg>
  );
}

function barClass({ net }: Bar, isActive: boolean): string {
  if (isActive) return 'fill-teal';
  return net < 0 ? 'fill-danger' : 'fill-rani';
}

/** Returns the index that a key moves to; the first press starts at an end. */
function keyStep(key: string, active: number | undefined, last: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return active === undefined ? last : active - 1;
    case 'ArrowRight':
    case 'ArrowUp':
      return active === undefined ? 0 : active + 1;
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** Net earnings as bars over time; read one by one with the pointer or the arrow keys. */
export function EarningsChart({ bars }: { bars: readonly Bar[] }) {
  const { t } = useLingui();
  const money = useMoney();
  const [active, setActive] = useState<number>();
  const last = bars.length - 1;
  const choose = (index?: number) =>
    setActive(index === undefined ? undefined : Math.min(last, Math.max(0, index)));
  const press = (event: KeyboardEvent) => {
    const next = keyStep(event.key, active, last);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  const shown = active === undefined ? undefined : bars[active];
  const first = bars[0];
  const latest = bars[last];
  const hint = t`Point at a bar, or use the arrow keys.`;
  return (
    <figure className="grid gap-1">
      <p className="min-h-6 text-sm tabular-nums">
        {shown ? <strong>{barLabel(shown, money)}</strong> : <span className="text-mute">{hint}</span>}
      </p>
      {/* Time runs left to right in every language: the axis is not mirrored. */}
      <div
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={t`Earnings over time`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={active ?? last}
        aria-valuetext={shown ? barLabel(shown, money) : hint}
        onKeyDown={press}
        onBlur={() => choose()}
        className="rounded-chip"
      >
        <Bars bars={bars} active={active} onPoint={choose} />
      </div>
      {first && latest && (
        <figcaption className="flex justify-between gap-3 text-xs text-mute">
          {endsLabel({ from: first.from, to: latest.to }).map((day) => (
            <span key={day}>{day}</span>
          ))}
        </figcaption>
      )}
    </figure>
  );
}
