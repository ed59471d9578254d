import type { ReportDetail } from '@adda/contract/moderation';
import { Trans } from '@lingui/react/macro';
import { Time } from '../../../../ui/time.tsx';
import { useDecisionDraft } from '../decision/use-decision-draft.ts';
import { outcomeName } from '../queue/report-labels.ts';

/** The decision and its administrator, and the viewer's own unsent draft if another administrator was faster. */
export function DecidedSummary({ report }: { report: ReportDetail }) {
  const { draft } = useDecisionDraft(report.report_id);
  const { decided_by: by, decided_at: at, note } = report;
  const own = [draft.reason, draft.note].filter((text) => text.trim() !== '').join('\n\n');
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface p-4 shadow-card">
      <p className="text-lg font-semibold">{outcomeName(report.status, report.action)}</p>
      <p className="text-sm text-mute">
        {by && <Trans>by {by}</Trans>} {at && <Time value={at} as="full" />}
      </p>
      {note && (
        <div className="grid gap-1 text-sm">
          <p className="font-semibold">
            <Trans>Note for the team</Trans>
          </p>
          <p className="whitespace-pre-wrap wrap-anywhere">{note}</p>
        </div>
      )}
      {own && (
        <div className="grid gap-1 rounded-chip bg-raised p-3 text-sm">
          <p className="font-semibold">
            <Trans>What you had written</Trans>
          </p>
          <p className="whitespace-pre-wrap wrap-anywhere">{own}</p>
        </div>
      )}
    </div>
  );
}
