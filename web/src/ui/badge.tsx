import { BADGE_MAX } from '@adda/contract/direct';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Formats a count for a badge: '9+' above nine (SH-20). */
export const cappedCount = (count: number): string => (count > BADGE_MAX ? `${BADGE_MAX}+` : String(count));

export type BadgeProps = {
  /** Nothing is shown for 0. */
  count: number;
  /** The whole sentence for screen readers, e.g. '12 unread messages'. */
  label: string;
  className?: string;
};

/** A small count on a tab or a row. */
export function Badge({ count, label, className }: BadgeProps) {
  if (count <= 0) return null;
  return (
    <span
      className={classNames(
        'inline-grid h-5 min-w-5 place-items-center rounded-full bg-rani px-1.5 text-xs leading-none font-bold text-on-rani',
        className,
      )}
    >
      <span aria-hidden="true">{cappedCount(count)}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  );
}
