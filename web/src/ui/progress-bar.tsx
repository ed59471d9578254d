import { classNames } from './class-names.ts';

export type ProgressBarProps = {
  /** The activity, for screen readers. */
  label: string;
  /** From 0 to 100. */
  percent: number;
  className?: string;
};

/** A progress bar. Custom-drawn: with the borders of the CSS reset, browsers ignore the accent colour. */
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
