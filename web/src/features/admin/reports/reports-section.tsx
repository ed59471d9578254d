import type { Report } from '@adda/contract/moderation';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Flag, Keyboard } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSession } from '../../../platform/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { EmptyState } from '../../../ui/view-states.tsx';
import { ListSection } from '../frame/list-section.tsx';
import { useAdminPlace } from '../frame/use-admin-place.ts';
import { singleKeys, useShortcuts, useSingleKeys } from '../frame/use-shortcuts.ts';
import { RevealedFilesProvider, useRevealedFilesState } from './evidence/revealed-files.tsx';
import { isUndecided } from './queue/report-labels.ts';
import { ReportQueue } from './queue/report-queue.tsx';
import { reportsQuery, reportQuery } from './reports.queries.ts';
import { DetailSkeleton } from '../frame/detail.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { ReportDetailView } from './detail/report-detail.tsx';

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

type ReportPaneProps = {
  reportId: string;
  /** The report as listed in the queue, which is refetched more often. */
  listed: Report | undefined;
  onDecided: () => void;
};

/** The open report. It is fetched once, since each read is recorded in the audit; the queue reveals changes. */
function ReportPane({ reportId, listed, onDecided }: ReportPaneProps) {
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

/** Returns the next undecided report after the open one; wraps around at the end. */
function nextWaiting(reports: readonly Report[], openId: string | undefined): string | undefined {
  const at = reports.findIndex((report) => report.report_id === openId);
  const following = [...reports.slice(at + 1), ...reports.slice(0, Math.max(0, at))];
  return following.find((report) => isUndecided(report) && report.report_id !== openId)?.report_id;
}

type ShortcutsDialogProps = { isOpen: boolean; onClose: () => void };

/** The keyboard shortcuts of the queue; those without Ctrl can be disabled. */
function ShortcutsDialog({ isOpen, onClose }: ShortcutsDialogProps) {
  const { t } = useLingui();
  const areOn = useSingleKeys();
  const keys: readonly (readonly [string, string])[] = [
    ['j, ↓', t`Next report`],
    ['k, ↑', t`Previous report`],
    ['Enter', t`Open the report`],
    ['t', t`Take the report`],
    ['1 – 6', t`Choose what is to be done`],
    ['r', t`Write the reason`],
    ['b', t`Show or hide pictures`],
    ['Ctrl + Enter', t`Decide`],
    ['?', t`Show these keys`],
  ];
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={<Trans>Keys</Trans>}>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 py-2 text-sm">
        {keys.map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-grid min-h-7 min-w-7 place-items-center rounded-lg border border-edge bg-raised px-2 font-sans text-xs font-bold">
                {key}
              </kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label={<Trans>Keys without Ctrl</Trans>}
        hint={<Trans>Turn them off if you control your computer by voice.</Trans>}
        isOn={areOn}
        onChange={(isOn) => singleKeys.set(isOn)}
      />
    </Dialog>
  );
}

/** Returns the visible rows. */
const rowsOf = (page: HTMLElement | null): HTMLElement[] => [
  ...(page?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
];

/** Moves the focus by `step` rows, from the focused row or else from the open one. */
function moveRow(page: HTMLElement | null, step: 1 | -1): void {
  const rows = rowsOf(page);
  const focused = rows.findIndex((row) => row === document.activeElement);
  const from = focused >= 0 ? focused : rows.findIndex((row) => row.hasAttribute('aria-current'));
  const to = from < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, from + step));
  rows[to]?.focus();
}

/** Callbacks of {@link useQueueShortcuts}, apart from moving through the rows. */
type QueueShortcutsOptions = { onBlur: () => void; onHelp: () => void };

/**
 * Shortcuts of the queue: j, k and arrows move; Enter is handled by the row. Attach the ref to the container
 * of the rows.
 */
function useQueueShortcuts({ onBlur, onHelp }: QueueShortcutsOptions) {
  const page = useRef<HTMLDivElement>(null);
  const move = (step: 1 | -1) => moveRow(page.current, step);
  // Arrows scroll the open report while the focus is in it.
  const arrow = (step: 1 | -1) => {
    if (document.activeElement?.closest('article')) return false;
    move(step);
    return true;
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => arrow(1),
    ArrowUp: () => arrow(-1),
    b: onBlur,
    '?': onHelp,
  });
  return page;
}

/** Reports: the queue, the open report, and the shortcuts (SV-48, SV-49). */
export function ReportsSection() {
  const { t } = useLingui();
  const account = useSession()?.username ?? '';
  const { id, filter, open } = useAdminPlace();
  const query = useQuery(reportsQuery(filter, account));
  const [isHelpOpen, setHelpOpen] = useState(false);
  const files = useRevealedFilesState(id);
  const page = useQueueShortcuts({ onBlur: files.toggleAll, onHelp: () => setHelpOpen(true) });
  const reports = query.data?.reports ?? [];
  return (
    <div ref={page} className="contents">
      <RevealedFilesProvider files={files}>
        <ListSection
          title={t`Reports`}
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
          listLabel={t`Queue of reports`}
          detailLabel={t`The open report`}
          list={<ReportQueue query={query} />}
          renderDetail={(openId) => (
            <ReportPane
              key={openId}
              reportId={openId}
              listed={reports.find((report) => report.report_id === openId)}
              onDecided={() => open(nextWaiting(reports, openId))}
            />
          )}
          placeholder={
            <EmptyState
              icon={<Flag className="size-7" />}
              title={<Trans>Choose a report</Trans>}
              text={<Trans>With j and k you walk through the list, Enter opens.</Trans>}
            />
          }
        />
      </RevealedFilesProvider>
      <ShortcutsDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}
