import { BADGE_MAX } from '@adda/contract/direct';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Formats a count for a badge: '9+' above nine (SH-20), unless another maximum is given. */
export const cappedCount = (count: number, max = BADGE_MAX): string =>
  count > max ? `${max}+` : String(count);

export type BadgeProps = {
  /** Nothing is shown for 0. */
  count: number;
  /** The whole sentence for screen readers, e.g. '12 unread messages'. */
  label: string;
  className?: string;
  /** Grey, for what asks for nothing: a muted conversation, requests of strangers. */
  isQuiet?: boolean;
  /** The largest number that is shown in full. */
  max?: number;
};

/** A small count on a tab or a row. */
export function Badge({ count, label, className, isQuiet = false, max }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span
      className={classNames(
        'inline-grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs leading-none font-bold',
        isQuiet ? 'bg-mute text-surface' : 'bg-rani text-on-rani',
        className,
      )}
    >
      <span aria-hidden="true">{cappedCount(count, max)}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
