import { Trans } from '@lingui/react/macro';
import { FlaskConical } from 'lucide-react';

/** States that payments here are not real (SV-82). */
export function SandboxNote() {
  return (
    <p className="flex items-start gap-2 text-sm text-mute">
      <FlaskConical aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>
        <Trans>Test payments: no real money moves on this server.</Trans>
      </span>
    </p>
  );
}
