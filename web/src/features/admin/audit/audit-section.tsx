import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';
import { auditQuery } from './audit.queries.ts';
import { VerifyChain } from './verify-chain.tsx';

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
