import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { clientConfig } from '../platform/client-config.ts';

/** Warns in red that payments are tests, on a sandbox server that others than the developer can reach (SV-82). */
export function PublicSandboxNote() {
  const { data } = useQuery(clientConfig());
  if (data?.sandbox !== 'public') return null;
  return (
    <p role="note" className="flex items-start gap-2 rounded-chip bg-danger-wash p-3 text-sm text-danger">
      <FlaskConical aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <strong>
        <Trans>Test payments: no real money moves</Trans>
      </strong>
    </p>
  );
}
