import { Trans } from '@lingui/react/macro';
import { BellOff } from 'lucide-react';
import { VisuallyHidden } from './visually-hidden.tsx';

/** The sign of a muted room or private chat in a list (GR-07). */
export function MutedSign() {
  return (
    <span className="inline-flex shrink-0 items-center text-mute">
      <BellOff aria-hidden="true" className="size-3.5" />
      <VisuallyHidden>
        <Trans>Muted</Trans>
      </VisuallyHidden>
    </span>
  );
}
