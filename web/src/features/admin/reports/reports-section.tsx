import type { Report } from '@adda/contract/moderation';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Flag, Keyboard } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { SectionPage } from '../frame/section-page.tsx';
import { TwoPanes } from '../frame/two-panes.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { ReportPane } from './detail/report-pane.tsx';
import { RevealedFilesProvider, useRevealedFilesState } from './evidence/revealed-files.tsx';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { isUndecided } from './queue/report-labels.ts';
import { ReportQueue } from './queue/report-queue.tsx';
import { reportsQuery } from './reports.queries.ts';
import { useQueueShortcuts } from './use-queue-shortcuts.ts';

/** Returns the next undecided report after the open one; wraps around at the end. */
function nextWaiting(reports: readonly Report[], openId: string | undefined): string | undefined {
  const at = reports.findIndex((report) => report.report_id === openId);
  const following = [...reports.slice(at + 1), ...reports.slice(0, Math.max(0, at))];
  return following.find((report) => isUndecided(report) && report.report_id !== openId)?.report_id;
}

/** Reports: the queue, the open report, and the shortcuts (SV-48, SV-49). */
export function ReportsSection() {
  const { t } = useLingui();
  const account = useSession()?.username ?? '';
  const { id, filter, open, narrow } = useAdminPlace();
  const query = useQuery(reportsQuery(filter, account));
  const [isHelpOpen, setHelpOpen] = useState(false);
  const files = useRevealedFilesState(id);
  const page = useQueueShortcuts({ onBlur: files.toggleAll, onHelp: () => setHelpOpen(true) });
  const reports = query.data?.reports ?? [];
  return (
    <SectionPage
      title={t`Reports`}
      isFilled
      actions={
        <Button
          tone="quiet"
          size="small"
          className="pointer-coarse:hidden"
          onClick={() => setHelpOpen(true)}
          icon={<Keyboard aria-hidden="true" className="size-4" />}
        >
          <Trans>Keys</Trans>
        </Button>
      }
    >
      <div ref={page} className="contents">
        <RevealedFilesProvider files={files}>
          <TwoPanes
            listLabel={t`Queue of reports`}
            detailLabel={t`The open report`}
            openId={id}
            onClose={() => open(undefined)}
            list={<ReportQueue query={query} openId={id} filter={filter} onNarrow={narrow} />}
            detail={
              id && (
                <ReportPane
                  key={id}
                  reportId={id}
                  listed={reports.find((report) => report.report_id === id)}
                  onDecided={() => open(nextWaiting(reports, id))}
                />
              )
            }
            placeholder={
              <EmptyState
                icon={<Flag className="size-7" />}
                title={<Trans>Choose a report</Trans>}
                text={<Trans>With j and k you walk through the list, Enter opens.</Trans>}
              />
            }
          />
        </RevealedFilesProvider>
      </div>
      <ShortcutsDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </SectionPage>
  );
}
