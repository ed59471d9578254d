import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { shownName as nameOf } from '@adda/contract/accounts';
import { REPORT_REASON_MAX, REPORT_REASON_MIN } from '@adda/contract/moderation';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { useSession } from '../../platform/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormErrors } from '../../ui/form-errors.tsx';
import { TextAreaField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast-store.ts';

/** Props of {@link ReportDialog}. */
export type ReportDialogProps = {
  /** Who is reported. */
  username: string;
  /** What they are called on screen, if not by their username. */
  shownName?: string;
  /** The message that it is about, kept as evidence. */
  messageId?: string;
  /** The room where it happened. */
  groupId?: string;
  isOpen: boolean;
  onClose: () => void;
};

/** What is wrong with a reason, in the words of RP-03 and RP-04. */
function reasonProblem(reason: string): string | undefined {
  const length = reason.trim().length;
  if (length === 0) return t`Please provide a reason for reporting`;
  return length < REPORT_REASON_MIN ? t`Reason must be at least 10 characters long` : undefined;
}

function sendReport({ username, messageId, groupId }: ReportDialogProps, reason: string) {
  return api('POST /users/report', {
    body: { reported_username: username, reason: reason.trim(), message_id: messageId, group_id: groupId },
    landing: '/error',
  });
}

const failureText = (error: Error): string =>
  error instanceof ApiError ? error.detail : t`Something went wrong. Please try again.`;

function ReportForm(props: ReportDialogProps) {
  const { t: text } = useLingui();
  const [reason, setReason] = useState('');
  const [hasTyped, setTyped] = useState(false);
  const report = useMutation({
    mutationFn: () => sendReport(props, reason),
    onSuccess: () => {
      toast.success(t`User reported successfully`);
      props.onClose();
    },
  });
  const problem = reasonProblem(reason);
  const length = reason.trim().length;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!problem && !report.isPending) report.mutate();
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 grid gap-4">
      {report.error && <FormErrors message={failureText(report.error)} />}
      <TextAreaField
        name="reason"
        label={<Trans>What happened?</Trans>}
        hint={
          <span className="tabular-nums">
            {length} / {REPORT_REASON_MAX}
          </span>
        }
        // The button is disabled as long as this stands (RP-05).
        error={hasTyped ? problem : undefined}
        style={{ minBlockSize: '7rem' }}
        maxLength={REPORT_REASON_MAX}
        value={reason}
        placeholder={text`Tell us in your own words`}
        onChange={(event) => {
          setReason(event.target.value);
          setTyped(true);
        }}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="quiet" onClick={props.onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" tone="danger" isBusy={report.isPending} disabled={problem !== undefined}>
          <Trans>Report</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Asks why somebody is reported; the words stay when it can't be sent (RP-02 to RP-09). */
export function ReportDialog(props: ReportDialogProps) {
  const { username, isOpen, onClose, messageId } = props;
  const account = useSession()?.username;
  const name = props.shownName ?? nameOf(username);
  const isSelf = username === account;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isStubborn
      title={
        messageId === undefined ? <Trans>Report {name}</Trans> : <Trans>Report a message of {name}</Trans>
      }
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
