import { Trans } from '@lingui/react/macro';
import { classNames } from './class-names.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Green and full when online, red and hollow when not: told apart without colours as well (SH-12). */
export function PresenceDot({ isOnline, className }: { isOnline: boolean; className?: string }) {
  return (
    <span className={classNames('inline-flex', className)}>
      <span
        aria-hidden="true"
        className={classNames(
          'size-2.5 rounded-full',
          isOnline ? 'bg-teal' : 'border-2 border-danger bg-transparent',
        )}
      />
      <VisuallyHidden>{isOnline ? <Trans>Online</Trans> : <Trans>Offline</Trans>}</VisuallyHidden>
    </span>
  );
}
