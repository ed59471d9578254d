import { displayedName } from '@adda/contract/accounts';
import type { ReportDetail } from '@adda/contract/moderation';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { useSession } from '../../../../platform/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Time } from '../../../../ui/time.tsx';
import { toast } from '../../../../ui/toast-store.ts';
import { DetailBlock } from '../../frame/detail-block.tsx';
import { failureText } from '../../frame/failure-text.ts';
import { StateMark } from '../../frame/state-mark.tsx';
import { useShortcuts } from '../../frame/use-shortcuts.ts';
import { PersonMarks } from '../../people/person-line.tsx';
import { DecisionPanel } from '../decision/decision-panel.tsx';
import { useDecide } from '../decision/use-decide.ts';
import { DueClock } from '../queue/due-clock.tsx';
import { isUndecided, kindName } from '../queue/report-labels.ts';
import { DecidedSummary } from './decided-summary.tsx';
import { ReportEvidence } from './report-evidence.tsx';
import { ReportedHistory, ReporterLine } from './report-history.tsx';

function TakeButton({ report }: { report: ReportDetail }) {
  const { t } = useLingui();
  const account = useSession()?.username;
  const { report_id: reportId, assigned_to: by } = report;
  const onRefused = (error: Error) => void toast.problem(failureText(error));
  const claim = useDecide({ reportId, onDone: () => toast.success(t`You look at this report`), onRefused });
  const release = useDecide({
    reportId,
    onDone: () => toast.success(t`The report is open again`),
    onRefused,
  });
  const isMine = by !== null && by === account;
  const press = () => {
    if (!isMine && !claim.isPending) claim.mutate({ status: 'reviewing' });
  };
  useShortcuts({ t: press });
  return (
    <>
      {by !== null && (
        <StateMark tone="warm">
          {isMine ? <Trans>You look at it</Trans> : <Trans>{by} looks at it</Trans>}
        </StateMark>
      )}
      {isMine ? (
        <Button
          tone="quiet"
          size="small"
          isBusy={release.isPending}
          onClick={() => release.mutate({ status: 'open' })}
        >
          <Trans>Give back</Trans>
        </Button>
      ) : (
        <Button tone="quiet" size="small" isBusy={claim.isPending} onClick={press}>
          {by === null ? <Trans>Take</Trans> : <Trans>Take over</Trans>}
        </Button>
      )}
    </>
  );
}

function Head({ report }: { report: ReportDetail }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const name = displayedName(report.reported.username);
  useEffect(() => {
    // Keyboard navigation of the list keeps the focus.
    if (!document.activeElement?.closest('[data-row]')) heading.current?.focus();
  }, []);
  return (
    <header className="grid gap-2">
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none wrap-anywhere">
        <Trans>Report about {name}</Trans>
      </h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-mute">
        <StateMark>{kindName(report.kind)}</StateMark>
        <PersonMarks person={report.reported} />
        <Time value={report.created_at} as="full" />
        <DueClock report={report} />
        {isUndecided(report) && report.may_decide && <TakeButton report={report} />}
      </div>
    </header>
  );
}

export type ReportDetailViewProps = { report: ReportDetail; onDecided: () => void };

/** A report with everything that a decision needs, and the decision form (SV-48, SV-49). */
export function ReportDetailView({ report, onDecided }: ReportDetailViewProps) {
  return (
    <article className="@container grid grid-cols-1 gap-5">
      <Head report={report} />
      <div className="grid grid-cols-1 items-start gap-6 @min-[40rem]:grid-cols-[minmax(0,1fr)_17rem] @3xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <DetailBlock title={<Trans>Reason</Trans>}>
            <p className="whitespace-pre-wrap wrap-anywhere">{report.reason}</p>
            <ReporterLine report={report} />
          </DetailBlock>
          <ReportEvidence report={report} />
          <ReportedHistory report={report} />
        </div>
        <div className="min-w-0 @min-[40rem]:sticky @min-[40rem]:top-0">
          {!isUndecided(report) && <DecidedSummary report={report} />}
          {isUndecided(report) && report.may_decide && (
            <DecisionPanel report={report} onDecided={onDecided} />
          )}
          {isUndecided(report) && !report.may_decide && (
            <p className="rounded-chip bg-marigold-wash p-3 text-sm font-semibold">
              <Trans>This report is yours or about you, so another administrator decides.</Trans>
            </p>
          )}
        </div>
      </div>
    </article>
  );
}
