import { Trans } from '@lingui/react/macro';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export type PresenceDotProps = {
  isOnline: boolean;
  /** The user's own dot: its offline state is styled as a warning (SH-12), unlike other users'. */
  isOwn?: boolean;
  className?: string;
};

/** Green and filled when online, hollow when not: distinguishable without colours. */
export function PresenceDot({ isOnline, isOwn = false, className }: PresenceDotProps) {
  return (
    <span className={classNames('inline-flex', className)}>
      <span
        aria-hidden="true"
        className={classNames(
          'size-2.5 rounded-full',
          isOnline ? 'bg-teal' : `border-2 bg-transparent ${isOwn ? 'border-danger' : 'border-mute'}`,
        )}
      />
      <VisuallyHidden>{isOnline ? <Trans>Online</Trans> : <Trans>Offline</Trans>}</VisuallyHidden>
    </span>
  );
}
