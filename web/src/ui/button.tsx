import { Trans } from '@lingui/react/macro';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/**
 * `primary` once per view, `quiet` next to it, `plain` for minor actions, `warm` for invitations, `danger`
 * for irreversible actions.
 */
export type ButtonTone = 'primary' | 'quiet' | 'plain' | 'warm' | 'danger';

export type ButtonProps = ComponentProps<'button'> & {
  /** Receives the initial focus when its dialog opens. */
  'data-autofocus'?: boolean;
  tone?: ButtonTone;
  size?: 'regular' | 'small';
  /** An action is in progress: shows a spinner, keeps width and focus, ignores presses. */
  isBusy?: boolean;
  /** Takes the full width. */
  isWide?: boolean;
  /** An icon before the text. */
  icon?: ReactNode;
};

const tones: Record<ButtonTone, string> = {
  primary: 'bg-rani text-on-rani hover:bg-rani-strong',
  quiet: 'bg-raised text-ink hover:bg-line',
  plain: 'text-rani-ink hover:bg-rani-wash',
  warm: 'bg-marigold text-on-marigold hover:brightness-95',
  danger: 'bg-danger-fill text-white hover:brightness-90',
};

const sizes = {
  regular: 'min-h-12 px-5 text-base',
  small: 'min-h-9 px-3.5 text-sm pointer-coarse:min-h-11',
};

const shape =
  'relative inline-flex items-center justify-center gap-2 rounded-full font-semibold select-none transition ' +
  'duration-150 active:scale-[.98] disabled:opacity-55 disabled:active:scale-100';

/** Returns the classes of a button, for a link that looks like one. */
export const buttonClasses = (tone: ButtonTone = 'primary', size: 'regular' | 'small' = 'regular'): string =>
  classNames(shape, tones[tone], sizes[size]);

/** A text button. `type` is `button` by default. */
export function Button(props: ButtonProps) {
  const { tone, size, isBusy = false, isWide = false, icon, className, children, onClick, ...rest } = props;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      className={classNames(buttonClasses(tone, size), isWide && 'w-full', className)}
    >
      <span className={classNames('inline-flex items-center gap-2', isBusy && 'opacity-0')}>
        {icon}
        {children}
      </span>
      {isBusy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
          <VisuallyHidden>
            <Trans>One moment…</Trans>
          </VisuallyHidden>
        </span>
      )}
    </button>
  );
}
