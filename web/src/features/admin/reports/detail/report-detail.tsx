import { displayedName } from '@adda/contract/accounts';
import type { EvidencePost, EvidenceProfile, ReportDetail } from '@adda/contract/moderation';
import { Trans, useLingui } from '@lingui/react/macro';
import { useSession } from '../../../../platform/use-session.ts';
import { Button } from '../../../../ui/button.tsx';
import { Time } from '../../../../ui/time.tsx';
import { toast } from '../../../../ui/toast-store.ts';
import { DetailBlock, DetailHeading } from '../../frame/detail.tsx';
import { failureText } from '../../../../ui/failure-text.ts';
import { StateMark, StateMarks } from '../../frame/state-mark.tsx';
import { useShortcuts } from '../../frame/use-shortcuts.ts';
import { personMarks } from '../../people/person-line.tsx';
import { DecisionPanel } from '../decision/decision-panel.tsx';
import { useDecide } from '../decision/use-decide.ts';
import { useDecisionDraft } from '../decision/decision-draft.ts';
import { EvidenceFileBox } from '../evidence/evidence-file-box.tsx';
import { EvidenceMessages } from '../evidence/evidence-messages.tsx';
import { DueClock } from '../queue/due-clock.tsx';
import { isUndecided, kindName, outcomeName } from '../queue/report-labels.ts';
import { CategoryMarks } from '../queue/report-queue.tsx';
import { ReportedHistory, ReporterLine } from './report-history.tsx';

function TakeButton({ report }: { report: ReportDetail }) {
  const { t } = useLingui();
  const account = useSession()?.username;
  const { report_id: reportId, assigned_to: by } = report;
  const isMine = by !== null && by === account;
  const assignment = useDecide({
    reportId,
    onDone: () => void toast.success(isMine ? t`The report is open again` : t`You look at this report`),
    onRefused: (error) => void toast.problem(failureText(error)),
  });
  const press = () => assignment.run({ status: isMine ? 'open' : 'reviewing' });
  useShortcuts({
    t: () => {
      if (!isMine) press();
    },
  });
  return (
    <>
      {by !== null && (
        <StateMark tone="warm">
          {isMine ? <Trans>You look at it</Trans> : <Trans>{by} looks at it</Trans>}
        </StateMark>
      )}
      <Button tone="quiet" size="small" isBusy={assignment.isBusy} onClick={press}>
        {isMine ? <Trans>Give back</Trans> : by === null ? <Trans>Take</Trans> : <Trans>Take over</Trans>}
      </Button>
    </>
  );
}

function Head({ report }: { report: ReportDetail }) {
  const name = displayedName(report.reported.username);
  return (
    <header className="grid gap-2">
      <DetailHeading>
        <Trans>Report about {name}</Trans>
      </DetailHeading>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-mute">
        <CategoryMarks report={report} />
        <StateMark>{kindName(report.kind)}</StateMark>
        <StateMarks marks={personMarks(report.reported)} />
        <Time value={report.created_at} as="full" />
        <DueClock report={report} />
        {isUndecided(report) && report.may_decide && <TakeButton report={report} />}
      </div>
    </header>
  );
}

export type ReportDetailViewProps = { report: ReportDetail; onDecided: () => void };

/** The decision and its administrator, and the viewer's own unsent draft if another administrator was faster. */
function DecidedSummary({ report }: { report: ReportDetail }) {
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

/** A post as it was when it was reported. */
function PostCard({ post }: { post: EvidencePost }) {
  const { t } = useLingui();
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <p className="flex flex-wrap items-center gap-2 text-xs text-mute">
        <Time value={post.created_at} as="full" />
        <StateMark>{post.visibility}</StateMark>
        {post.is_locked && (
          <StateMark tone="warm">
            <Trans>For subscribers</Trans>
          </StateMark>
        )}
      </p>
      {post.caption && <p className="text-sm whitespace-pre-wrap wrap-anywhere">{post.caption}</p>}
      {post.hashtags && <p className="text-sm text-mute wrap-anywhere">{post.hashtags}</p>}
      {post.file && <EvidenceFileBox file={post.file} label={t`What was posted`} />}
    </div>
  );
}

/** The reported user's profile at the time of the report. Its links are shown as text. */
function ProfileCard({ profile }: { profile: EvidenceProfile }) {
  const { t } = useLingui();
  const name = profile.display_name || displayedName(profile.username);
  return (
    <div className="grid gap-3 rounded-card border border-line bg-surface p-4">
      <p className="font-semibold wrap-anywhere">
        {name}{' '}
        {name !== profile.username && <span className="font-normal text-mute">@{profile.username}</span>}
      </p>
      {profile.bio && <p className="text-sm whitespace-pre-wrap wrap-anywhere">{profile.bio}</p>}
      {profile.links.length > 0 && (
        <ul aria-label={t`Links`} className="grid gap-1 text-sm text-mute">
          {profile.links.map((link) => (
            <li key={link} className="wrap-anywhere">
              {link}
            </li>
          ))}
        </ul>
      )}
      {profile.picture && <EvidenceFileBox file={profile.picture} label={t`Profile picture of ${name}`} />}
    </div>
  );
}

/** Evidence stored at the time of the report. */
function ReportEvidence({ report }: { report: ReportDetail }) {
  const { messages, post, profile } = report.evidence;
  return (
    <>
      {messages.length > 0 && (
        <DetailBlock title={<Trans>What was said</Trans>}>
          <EvidenceMessages messages={messages} reported={report.reported.username} />
        </DetailBlock>
      )}
      {post && (
        <DetailBlock title={<Trans>The post</Trans>}>
          <PostCard post={post} />
        </DetailBlock>
      )}
      {profile && (
        <DetailBlock title={<Trans>The profile</Trans>}>
          <ProfileCard profile={profile} />
        </DetailBlock>
      )}
      {messages.length === 0 && !post && !profile && (
        <p className="text-sm text-mute">
          <Trans>Nothing was there to be kept with this report.</Trans>
        </p>
      )}
    </>
  );
}

/** Why the reporter asked to look again, and what was decided before (MR-06). */
function AskedAgain({ report }: { report: ReportDetail }) {
  const { asked_again: asked, decided_by: by, decided_at: at, action } = report;
  if (!asked) return null;
  return (
    <DetailBlock title={<Trans>Asked to look again</Trans>}>
      <p className="whitespace-pre-wrap wrap-anywhere">{asked.text}</p>
      <p className="flex flex-wrap gap-x-2 text-sm text-mute">
        <Time value={asked.at} as="full" />
        {isUndecided(report) && by !== null && at !== null && (
          <span>
            <Trans>
              Decided before by {by}: {outcomeName('resolved', action)}
            </Trans>
          </span>
        )}
      </p>
    </DetailBlock>
  );
}

/** A report with everything that a decision needs, and the decision form (SV-48, SV-49). */
export function ReportDetailView({ report, onDecided }: ReportDetailViewProps) {
  return (
    <article className="@container grid grid-cols-1 gap-5">
      <Head report={report} />
      <div className="grid grid-cols-1 items-start gap-6 @min-[40rem]:grid-cols-[minmax(0,1fr)_17rem] @3xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <DetailBlock title={<Trans>Reason</Trans>}>
            {report.reason === '' ? (
              <p className="text-mute">
                <Trans>The reporter is threatened and wrote no reason.</Trans>
              </p>
            ) : (
              <p className="whitespace-pre-wrap wrap-anywhere">{report.reason}</p>
            )}
            <ReporterLine report={report} />
          </DetailBlock>
          <AskedAgain report={report} />
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
