import { useLingui } from '@lingui/react/macro';
import { useContext } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { TabIndex } from '../../../ui/tab-index.ts';

/** Height of the bars, and of the bar of silence, in the units of the drawing. */
const HEIGHT = 32;
const LEAST = 2;
const STEP = 3;

/** Returns `m:ss`. */
export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds) % 60).padStart(2, '0')}`;

export type WaveformProps = {
  /** Peaks from 0 to 100. */
  peaks: readonly number[];
  /** The played part, from 0 to 1. */
  played: number;
};

/** The bars of a recording; the colour is that of the text. */
export function Bars({ peaks, played }: WaveformProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${peaks.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-8 w-full rtl:-scale-x-100"
    >
      {peaks.map((peak, at) => {
        const height = Math.max(LEAST, (peak / 100) * HEIGHT);
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- the bars never move
            key={at}
            x={at * STEP}
            y={(HEIGHT - height) / 2}
            width={STEP - 1}
            height={height}
            rx={1}
            className={classNames('fill-current', at / peaks.length >= played && 'opacity-45')}
          />
        );
      })}
    </svg>
  );
}

/** The bars with a slider over them, for pointer and keyboard. */
export function SeekBar(
  props: WaveformProps & { seconds: number; duration: number; onSeek: (seconds: number) => void },
) {
  const { t } = useLingui();
  const { seconds, duration, onSeek } = props;
  const [at, of] = [clockOf(seconds), clockOf(duration)];
  return (
    <span className="relative grid min-w-0 grow items-center rounded-lg has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2">
      <Bars {...props} />
      <input
        type="range"
        tabIndex={useContext(TabIndex)}
        min={0}
        max={duration}
        step={0.1}
        value={seconds}
        aria-label={t`Position`}
        aria-valuetext={t`${at} of ${of}`}
        onChange={(event) => onSeek(Number(event.target.value))}
        onKeyDown={(event) => {
          const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          const isTurned = getComputedStyle(event.currentTarget).direction === 'rtl';
          const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight';
          onSeek(Math.min(duration, Math.max(0, seconds + (isTurned && isSideways ? -by : by))));
        }}
        className="absolute inset-0 h-full min-h-11 w-full cursor-pointer opacity-0"
      />
    </span>
  );
}
