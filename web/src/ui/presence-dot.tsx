import { Trans } from '@lingui/react/macro';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Props of {@link PresenceDot}. */
export type PresenceDotProps = {
  isOnline: boolean;
  /** It is the person's own: being offline is worth a warning then (SH-12), and nothing special of others. */
  isOwn?: boolean;
  className?: string;
};

/** Green and full when online, hollow when not: told apart without colours as well. */
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
