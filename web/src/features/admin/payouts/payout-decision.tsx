import { displayedName } from '@adda/contract/accounts';
import { PAYOUT_NOTE_MAX, type PayoutCase, type PayoutDecision } from '@adda/contract/wallet';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { ActionForm } from '../../../ui/form.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { coinsText, coinsWorth } from '../frame/coin-labels.ts';
import { DialogButton } from '../frame/dialog-button.tsx';
import { useActionForm } from '../frame/use-action.ts';
import { sendPayoutDecision } from './payouts.queries.ts';

type Step = PayoutDecision['status'];

export type PayoutDecisionProps = { payout: PayoutCase; onDecided: () => void };

type StepProps = PayoutDecisionProps & { step: Step; onClose: () => void };

const blank = { reference: '', note: '' };

function StepForm({ payout, step, onDecided, onClose }: StepProps) {
  const { t } = useLingui();
  const done = { approved: t`Payout approved`, paid: t`Payout marked as paid`, rejected: t`Payout rejected` };
  const labels = { approved: t`Approve`, paid: t`Mark as paid`, rejected: t`Reject` };
  const form = useActionForm({
    initial: blank,
    check: ({ reference, note }) => ({
      reference: step === 'paid' && reference.trim() === '' && t`Please write the reference of the transfer`,
      note: step === 'rejected' && note.trim() === '' && t`Please write why`,
    }),
    send: ({ reference, note }) =>
      sendPayoutDecision(payout.id, {
        status: step,
        reference: reference.trim() || undefined,
        note: note.trim() || undefined,
      }),
    onDone: ({ status }) => {
      toast.success(
        status === step ? done[step] : t`Approved. Another administrator has to approve it as well.`,
      );
      onClose();
      onDecided();
    },
    onFailed: (error) => {
      // The decision may remove the request from the list, and the dialog with it.
      if (error instanceof ApiError && error.code === 'payout_step_refused') toast.problem(error.detail);
    },
  });
  return (
    <ActionForm
      form={form}
      submitLabel={labels[step]}
      tone={step === 'rejected' ? 'danger' : 'primary'}
      onCancel={onClose}
      className="mt-4"
    >
      {step === 'paid' && (
        <TextField
          {...form.field('reference')}
          label={<Trans>Reference of the transfer</Trans>}
          hint={<Trans>The person sees it.</Trans>}
          maxLength={PAYOUT_NOTE_MAX}
          autoComplete="off"
        />
      )}
      {step === 'rejected' && (
        <TextAreaField
          {...form.field('note')}
          label={<Trans>Why, as the person reads it</Trans>}
          maxLength={PAYOUT_NOTE_MAX}
        />
      )}
    </ActionForm>
  );
}

function ApprovalText({ payout }: { payout: PayoutCase }) {
  const [worth, back] = [coinsWorth(payout.payable), coinsText(payout.bought)];
  return payout.bought > 0 ? (
    <Trans>
      They are to get {worth}. {back} were bought and go back to their wallet now.
    </Trans>
  ) : (
    <Trans>They are to get {worth}. You send the money and mark it as paid after that.</Trans>
  );
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p className="w-full rounded-chip bg-marigold-wash p-3 text-sm font-semibold">{children}</p>
);

/** The possible next steps of a request; each asks for confirmation (SV-93). */
export function PayoutDecisionButtons(props: PayoutDecisionProps) {
  const { status, payable, username, can_decide: mayDecide, can_approve: mayApprove } = props.payout;
  const [name, worth] = [displayedName(username), coinsWorth(payable)];
  if (status !== 'pending' && status !== 'approved') return null;
  if (!mayDecide) {
    return (
      <Notice>
        <Trans>This payout is yours, so another administrator decides.</Trans>
      </Notice>
    );
  }
  const formOf = (step: Step) => (close: () => void) => <StepForm {...props} step={step} onClose={close} />;
  return (
    <div className="flex flex-wrap gap-2">
      {status === 'pending' && !mayApprove && (
        <Notice>
          <Trans>You approved it. Another administrator has to approve it as well.</Trans>
        </Notice>
      )}
      {status === 'pending' && mayApprove && (
        <DialogButton
          label={<Trans>Approve…</Trans>}
          title={<Trans>Approve the payout of {name}?</Trans>}
          description={<ApprovalText payout={props.payout} />}
        >
          {formOf('approved')}
        </DialogButton>
      )}
      {status === 'approved' && (
        <DialogButton
          label={<Trans>Mark as paid…</Trans>}
          title={<Trans>Has {name} been paid?</Trans>}
          description={<Trans>Say so after {worth} left. This can’t be taken back.</Trans>}
        >
          {formOf('paid')}
        </DialogButton>
      )}
      <DialogButton
        tone="quiet"
        label={<Trans>Reject…</Trans>}
        title={<Trans>Reject the payout of {name}?</Trans>}
        description={<Trans>Every coin that is held goes back to their wallet.</Trans>}
      >
        {formOf('rejected')}
      </DialogButton>
    </div>
  );
}
