import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The action, for screen readers and as a tooltip. */
  label: string;
  icon: ReactNode;
  tone?: 'plain' | 'primary' | 'raised';
};

const tones = {
  plain: 'text-ink hover:bg-raised',
  raised: 'bg-raised text-ink hover:bg-line',
  primary: 'bg-rani text-on-rani hover:bg-rani-strong',
};

/** A round button with only an icon; at least 44 px. */
export function IconButton({ label, icon, tone = 'plain', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={classNames(
        'inline-grid size-11 shrink-0 place-items-center rounded-full transition duration-150 active:scale-95',
        'disabled:opacity-45 disabled:active:scale-100',
        tones[tone],
        className,
      )}
    >
      {icon}
    </button>
  );
}
