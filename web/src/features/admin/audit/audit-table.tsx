import type { AuditEntry } from '@adda/contract/operations';
import { Trans, useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { AuditRow } from './audit-row.tsx';

export type AuditTableProps = { entries: readonly AuditEntry[]; isBusy: boolean };

/** Audit entries, newest first. */
export function AuditTable({ entries, isBusy }: AuditTableProps) {
  const { t } = useLingui();
  return (
    <div className="overflow-hidden rounded-card border border-line bg-surface shadow-card">
      <table aria-label={t`Audit`} aria-busy={isBusy || undefined} className="w-full text-start">
        <thead className="max-sm:sr-only">
          <tr className="text-start text-xs text-mute">
            <th scope="col" className="px-3 py-2 text-start max-sm:hidden">
              <Trans>When</Trans>
            </th>
            <th scope="col" className="px-3 py-2 text-start">
              <Trans>What was done</Trans>
            </th>
            <th scope="col">
              <VisuallyHidden>{t`Details`}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <AuditRow key={entry.id} entry={entry} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
