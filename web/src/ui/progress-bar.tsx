import { classNames } from './class-names.ts';

/** Props of {@link ProgressBar}. */
export type ProgressBarProps = {
  /** What goes on, for screen readers. */
  label: string;
  /** How far it is, from 0 to 100. */
  percent: number;
  className?: string;
};

/** How far something is. Drawn by hand: with the borders of the reset, browsers leave the accent colour out. */
export function ProgressBar({ label, percent, className }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      max={100}
      value={percent}
      className={classNames(
        'h-2 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-rani',
        '[&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-rani',
        className,
      )}
    />
  );
}
