import type { AuditEntry } from '@adda/contract/operations';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import { FilterSelect, FilterText } from '../frame/filters.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { AuditRow } from './audit-row.tsx';
import { auditQuery } from './audit.queries.ts';
import { VerifyChain } from './verify-chain.tsx';

/** Filters by actor, action and target, kept in the address. `actions` are the actions that the log contains. */
function AuditFilters({ actions }: { actions: readonly string[] }) {
  const { t } = useLingui();
  const { filter } = useAdminPlace();
  const action = filter.action ?? '';
  const known = action === '' || actions.includes(action) ? actions : [action, ...actions];
  return (
    <div role="search" aria-label={t`Search the audit`} className="flex flex-wrap gap-2">
      <FilterText name="actor" label={t`By whom`} />
      <FilterText name="target" label={t`About, such as user:ann`} />
      <FilterSelect
        name="action"
        label={t`Action`}
        options={[{ value: '', label: t`All actions` }, ...known.map((value) => ({ value, label: value }))]}
      />
    </div>
  );
}

type AuditTableProps = { entries: readonly AuditEntry[]; isBusy: boolean };

/** Audit entries, newest first. */
function AuditTable({ entries, isBusy }: AuditTableProps) {
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

function AuditEntries() {
  const { filter } = useAdminPlace();
  const query = useInfiniteQuery(auditQuery(filter));
  const actions = query.data?.pages.at(-1)?.actions ?? [];
  return (
    <>
      <AuditFilters actions={actions} />
      <Loaded query={query} skeleton={<ListSkeleton rows={8} />}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          if (entries.length === 0)
            return (
              <EmptyState
                icon={<ScrollText className="size-7" />}
                title={<Trans>Nothing of that kind was done</Trans>}
              />
            );
          return <AuditTable entries={entries} isBusy={query.isPlaceholderData} />;
        }}
      </Loaded>
      {query.hasNextPage && (
        <Button
          tone="quiet"
          className="justify-self-center"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          <Trans>Load more</Trans>
        </Button>
      )}
    </>
  );
}

/** The audit log of administrators and moderators, and the verification of its hash chain (SV-105). */
export function AuditSection() {
  const { t } = useLingui();
  return (
    <SectionPage
      title={t`Audit`}
      lead={
        <Trans>What administrators and moderators did, the newest first. Nothing here can be changed.</Trans>
      }
    >
      <VerifyChain />
      <div className="grid grid-cols-1 gap-4">
        <AuditEntries />
      </div>
    </SectionPage>
  );
}
