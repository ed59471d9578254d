import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { displayedName as nameOf } from '@adda/contract/accounts';
import { REPORT_REASON_MAX, REPORT_REASON_MIN } from '@adda/contract/moderation/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { api, type CallOutput } from '../../../platform/api.ts';
import { threatHelp } from '../../../platform/threat-help.ts';
import { useSession } from '../../../platform/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { failureText } from '../../../ui/failure-text.ts';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { hidingQuery } from '../../accounts/index.ts';
import { blockCheck, noteBlock } from '../../relations/index.ts';
import { ReportChoiceFields, type ReportChoice } from './report-choice.tsx';

export type ReportDialogProps = {
  /** The reported user. */
  username: string;
  /** Their display name, if it differs from the username. */
  displayedName?: string;
  /** The reported message, kept as evidence (Q-37). */
  messageId?: string;
  /** Further reported messages of the user: each becomes a report of its own (FT-07). */
  alsoMessageIds?: readonly string[];
  /** The reported post, kept as evidence. */
  mediaId?: string;
  /** The room where it happened. */
  groupId?: string;
  isOpen: boolean;
  onClose: () => void;
};

/** Returns the error of a reason, in the texts of RP-03 and RP-04. */
function reasonProblem(reason: string): string | undefined {
  const length = reason.trim().length;
  if (length === 0) return t`Please provide a reason for reporting`;
  return length < REPORT_REASON_MIN ? t`Reason must be at least 10 characters long` : undefined;
}

/** Returns the reason to send: blocking needs none, so that one press is enough in an urgent case. */
function reasonFor(reason: string, block: boolean): string {
  const trimmed = reason.trim();
  return block && reasonProblem(trimmed)
    ? `${trimmed} ${t`(Reported and blocked in one press.)`}`.trim()
    : trimmed;
}

/** What is sent besides the subject. */
type GivenReport = ReportChoice & { readonly reason: string; readonly block: boolean };

type Receipt = CallOutput<'POST /users/report'>;

function sendReport(
  { username, messageId, mediaId, groupId }: ReportDialogProps,
  { reason, block, isThreatened, category }: GivenReport,
): Promise<Receipt> {
  return api('POST /users/report', {
    body: {
      reported_username: username,
      reason: isThreatened ? reason.trim() : reasonFor(reason, block),
      message_id: messageId,
      media_id: mediaId,
      group_id: groupId,
      block: block || undefined,
      category: category === 'other' ? undefined : category,
      threatened: isThreatened || undefined,
    },
    landing: '/error',
  });
}

/**
 * Sends one report for each message; after a failure, another attempt leaves out those that were sent. Returns the last
 * receipt.
 */
async function sendReports(
  props: ReportDialogProps,
  given: GivenReport,
  sent: Map<string | undefined, Receipt>,
): Promise<Receipt | undefined> {
  for (const messageId of [props.messageId, ...(props.alsoMessageIds ?? [])]) {
    if (sent.has(messageId)) continue;
    const receipt = await sendReport({ ...props, ...(messageId !== undefined && { messageId }) }, given);
    sent.set(messageId, receipt);
  }
  return [...sent.values()].at(-1);
}

/** Sends the report, with a block in the same step if requested; the cache is then updated as after a block. */
function useReport(props: ReportDialogProps, given: Omit<GivenReport, 'block'>) {
  const client = useQueryClient();
  const name = props.displayedName ?? nameOf(props.username);
  const [sent] = useState(() => new Map<string | undefined, Receipt>());
  return useMutation({
    mutationFn: (block: boolean) => sendReports(props, { ...given, block }, sent),
    onSuccess: (receipt, block) => {
      const { help, hidden_until: hiddenUntil } = receipt ?? {};
      if (help && hiddenUntil !== undefined) {
        client.setQueryData(hidingQuery.queryKey, { hidden_until: hiddenUntil });
        threatHelp.open({ name, help, hiddenUntil });
      } else toast.success(block ? t`You reported and blocked ${name}.` : t`User reported successfully`);
      if (block || help) noteBlock(client, props.username);
      props.onClose();
    },
  });
}

/** The report buttons; an already blocked user can only be reported, and a threat always blocks. */
function ReportActions({ props, report, mayReport, isThreatened }: ReportActionsProps) {
  const { data: block } = useQuery({ ...blockCheck(props.username), enabled: false });
  const isSending = (what: boolean) => report.isPending && report.variables === what;
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button tone="quiet" onClick={props.onClose}>
        <Trans>Cancel</Trans>
      </Button>
      {!block?.blocked_by_me && !isThreatened && (
        <Button
          tone="quiet"
          isBusy={isSending(true)}
          onClick={() => !report.isPending && report.mutate(true)}
        >
          <Trans>Report and block</Trans>
        </Button>
      )}
      <Button type="submit" tone="danger" isBusy={isSending(false)} disabled={!mayReport}>
        <Trans>Report</Trans>
      </Button>
    </div>
  );
}

type ReportActionsProps = {
  props: ReportDialogProps;
  report: ReturnType<typeof useReport>;
  mayReport: boolean;
  isThreatened: boolean;
};

type ReasonFieldProps = { reason: string; error: string | undefined; onChange: (reason: string) => void };

function ReasonField({ reason, error, onChange }: ReasonFieldProps) {
  const { t: text } = useLingui();
  return (
    <TextAreaField
      name="reason"
      label={<Trans>What happened?</Trans>}
      hint={
        <span className="tabular-nums">
          {reason.trim().length} / {REPORT_REASON_MAX}
        </span>
      }
      error={error}
      style={{ minBlockSize: '7rem' }}
      maxLength={REPORT_REASON_MAX}
      value={reason}
      placeholder={text`Tell us in your own words`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

function ReportForm(props: ReportDialogProps) {
  const [reason, setReason] = useState('');
  const [hasTyped, setTyped] = useState(false);
  const [choice, setChoice] = useState<ReportChoice>({ isThreatened: false, category: 'other' });
  const report = useReport(props, { ...choice, reason });
  const problem = choice.isThreatened ? undefined : reasonProblem(reason);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!problem && !report.isPending) report.mutate(false);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
      {report.error && <FormErrors message={failureText(report.error)} />}
      <ReportChoiceFields
        name={props.displayedName ?? nameOf(props.username)}
        value={choice}
        onChange={setChoice}
      />
      <ReasonField
        reason={reason}
        // The button is disabled while there is an error (RP-05).
        error={hasTyped ? problem : undefined}
        onChange={(typed) => {
          setReason(typed);
          setTyped(true);
        }}
      />
      {!choice.isThreatened && (
        <p className="text-sm text-mute">
          <Trans>Report and block needs no words: what was said is kept for us, and you are out of it.</Trans>
        </p>
      )}
      <ReportActions
        props={props}
        report={report}
        mayReport={problem === undefined}
        isThreatened={choice.isThreatened}
      />
    </form>
  );
}

function titleOf({ messageId, alsoMessageIds = [], mediaId }: ReportDialogProps, name: string): ReactNode {
  const count = alsoMessageIds.length + 1;
  if (count > 1)
    return (
      <Trans>
        Report {count} messages of {name}
      </Trans>
    );
  if (messageId !== undefined) return <Trans>Report a message of {name}</Trans>;
  return mediaId === undefined ? <Trans>Report {name}</Trans> : <Trans>Report a post of {name}</Trans>;
}

/** Asks for the reason of a report; the text is kept if sending fails (RP-02 to RP-09, MR-05). */
export function ReportDialog(props: ReportDialogProps) {
  const { username, isOpen, onClose } = props;
  const account = useSession()?.username;
  const name = props.displayedName ?? nameOf(username);
  const isSelf = username === account;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      keepOpenOnOutsidePress
      title={titleOf(props, name)}
      description={
        isSelf ? undefined : (
          <Trans>Only our moderators read this. {name} is not told who reported them.</Trans>
        )
      }
    >
      {isSelf ? (
        <p role="alert">
          <Trans>You cannot report yourself</Trans>
        </p>
      ) : (
        <ReportForm {...props} />
      )}
    </Dialog>
  );
}
