import { displayedName } from '@adda/contract/accounts';
import type { OwnReport } from '@adda/contract/moderation';
import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Flag } from 'lucide-react';
import { useState } from 'react';
import { useSessionEnd } from '../../../platform/use-session-end.ts';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/skeletons.tsx';
import { Time } from '../../../ui/time.tsx';
import { EmptyState, ErrorState } from '../../../ui/view-states.tsx';
import { linkClasses, Tag, usePageTitle } from '../../accounts/index.ts';
import { AskAgainDialog } from './ask-again-dialog.tsx';
import { ownReportsQuery } from './own-reports.queries.ts';

function StateTag({ state }: { state: OwnReport['state'] }) {
  switch (state) {
    case 'received':
      return (
        <Tag>
          <Trans>Received</Trans>
        </Tag>
      );
    case 'looked_at':
      return (
        <Tag>
          <Trans>Being looked at</Trans>
        </Tag>
      );
    case 'decided':
      return (
        <Tag>
          <Trans>Decided</Trans>
        </Tag>
      );
  }
}

function ReportRow({ report, onAskAgain }: { report: OwnReport; onAskAgain: () => void }) {
  const { number, about, state, outcome, created_at: made, updated_at: changed } = report;
  const name = about === null ? '' : displayedName(about);
  return (
    <li className="grid justify-items-start gap-2 rounded-card border border-line bg-surface p-5 shadow-card">
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-base">
        <Trans>Report {number}</Trans>
        <StateTag state={state} />
      </h2>
      <p className="wrap-anywhere">
        {name === '' ? <Trans>About a deleted account</Trans> : <Trans>About {name}</Trans>}
      </p>
      {outcome !== null && <p className="text-pretty">{outcome}</p>}
      <p className="text-sm text-mute">
        <Trans>
          Sent <Time value={made} as="full" />, last change <Time value={changed} as="ago" />
        </Trans>
      </p>
      {report.can_ask_again && (
        <Button tone="quiet" size="small" onClick={onAskAgain}>
          <Trans>Ask again</Trans>
        </Button>
      )}
    </li>
  );
}

function Reports() {
  const [asked, setAsked] = useState<OwnReport>();
  const list = useInfiniteQuery(ownReportsQuery);
  const { data, error } = list;
  const reports = data?.pages.flatMap((page) => page.reports) ?? [];
  if (!data && error)
    return (
      <ErrorState text={error.message} onRetry={() => void list.refetch()} isRetrying={list.isFetching} />
    );
  if (!data) return <ListSkeleton rows={3} />;
  if (reports.length === 0)
    return (
      <EmptyState
        icon={<Flag className="size-7" />}
        title={<Trans>No reports</Trans>}
        text={<Trans>When somebody hurts or scares you, report them. You read here what became of it.</Trans>}
      />
    );
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {reports.map((report) => (
          <ReportRow key={report.report_id} report={report} onAskAgain={() => setAsked(report)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          tone="quiet"
          className="justify-self-center"
          isBusy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchNextPageError ? <Trans>Try Again</Trans> : <Trans>Show older ones</Trans>}
        </Button>
      )}
      {asked && (
        <AskAgainDialog
          reportId={asked.report_id}
          number={asked.number}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

/** `/reports`: the reports that the user made, and how they stand (MR-06). */
export function OwnReportsScreen() {
  const { t } = useLingui();
  const heading = usePageTitle(t`Your reports`);
  useSessionEnd();
  return (
    <main className="dusk min-h-dvh px-4 py-6 sm:px-6">
      <div className="mx-auto grid max-w-160 grid-cols-1 gap-5">
        <div>
          <Link to="/v1" search={{ tab: 'profile' }} className={`${linkClasses} gap-1.5`}>
            <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
            <Trans>Profile</Trans>
          </Link>
          <h1 ref={heading} tabIndex={-1} className="mt-1 text-3xl outline-none">
            <Trans>Your reports</Trans>
          </h1>
          <p className="mt-1 text-pretty text-mute">
            <Trans>
              Only you see this list. What we decided about somebody else stays between them and us.
            </Trans>
          </p>
        </div>
        <Reports />
      </div>
    </main>
  );
}
