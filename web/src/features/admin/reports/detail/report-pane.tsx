import type { Report } from '@adda/contract/moderation';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../ui/button.tsx';
import { DetailSkeleton } from '../../frame/detail.tsx';
import { Loaded } from '../../frame/loaded.tsx';
import { reportQuery } from '../reports.queries.ts';
import { ReportDetailView } from './report-detail.tsx';

function ChangedNotice({ isBusy, onReload }: { isBusy: boolean; onReload: () => void }) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-2 rounded-chip bg-marigold-wash p-3 text-sm"
    >
      <p className="font-semibold">
        <Trans>Somebody has changed this report meanwhile.</Trans>
      </p>
      <Button tone="quiet" size="small" isBusy={isBusy} onClick={onReload}>
        <Trans>Load it again</Trans>
      </Button>
    </div>
  );
}

export type ReportPaneProps = {
  reportId: string;
  /** The report as listed in the queue, which is refetched more often. */
  listed: Report | undefined;
  onDecided: () => void;
};

/** The open report. It is fetched once, since each read is recorded in the audit; the queue reveals changes. */
export function ReportPane({ reportId, listed, onDecided }: ReportPaneProps) {
  const query = useQuery(reportQuery(reportId));
  const isOutdated = query.data && listed && listed.updated_at > query.data.updated_at && !query.isFetching;
  return (
    <>
      {isOutdated && <ChangedNotice isBusy={query.isFetching} onReload={() => void query.refetch()} />}
      <Loaded query={query} skeleton={<DetailSkeleton />}>
        {(report) => <ReportDetailView report={report} onDecided={onDecided} />}
      </Loaded>
    </>
  );
}
