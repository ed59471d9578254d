import { displayedName } from '@adda/contract/accounts';
import { PAYOUT_NOTE_MAX, type PayoutCase, type PayoutDecision } from '@adda/contract/wallet';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { ActionForm } from '../frame/action-form.tsx';
import { coinsText, coinsWorth } from '../frame/coin-labels.ts';
import { useAction } from '../frame/use-action.ts';
import { sendPayoutDecision } from './payouts.queries.ts';

type Step = PayoutDecision['status'];

export type PayoutDecisionProps = { payout: PayoutCase; onDecided: () => void };

type StepProps = PayoutDecisionProps & { step: Step; onClose: () => void };

function useDecidePayout({ payout, onDecided, onClose }: StepProps) {
  const { t } = useLingui();
  const done = { approved: t`Payout approved`, paid: t`Payout marked as paid`, rejected: t`Payout rejected` };
  return useAction((decision: PayoutDecision) => sendPayoutDecision(payout.id, decision), {
    onDone: (answer, { status }) => {
      toast.success(
        answer.status === status
          ? done[status]
          : t`Approved. Another administrator has to approve it as well.`,
      );
      onClose();
      onDecided();
    },
    onFailed: (error) => {
      // The decision may remove the request from the list, and the dialog with it.
      if (error instanceof ApiError && error.code === 'payout_step_refused') toast.problem(error.detail);
    },
  });
}

const optional = (typed: string): string | undefined => typed.trim() || undefined;

function StepForm(props: StepProps) {
  const { step, onClose } = props;
  const { t } = useLingui();
  const [reference, setReference] = useState('');
  const [note, setNote] = useState('');
  const [hasTried, setTried] = useState(false);
  const act = useDecidePayout(props);
  const requiredText = step === 'paid' ? reference : step === 'rejected' ? note : 'nothing';
  const isEmpty = requiredText.trim() === '';
  const missing = (text: string) => (hasTried && isEmpty ? text : undefined);
  const submit = () => {
    setTried(true);
    if (!isEmpty) act.run({ status: step, reference: optional(reference), note: optional(note) });
  };
  const labels = { approved: t`Approve`, paid: t`Mark as paid`, rejected: t`Reject` };
  return (
    <ActionForm
      submitLabel={labels[step]}
      tone={step === 'rejected' ? 'danger' : 'primary'}
      isBusy={act.isBusy}
      error={act.error}
      onSubmit={submit}
      onCancel={onClose}
    >
      {step === 'paid' && (
        <TextField
          name="reference"
          label={<Trans>Reference of the transfer</Trans>}
          hint={<Trans>The person sees it.</Trans>}
          error={missing(t`Please write the reference of the transfer`)}
          value={reference}
          maxLength={PAYOUT_NOTE_MAX}
          autoComplete="off"
          onChange={(event) => setReference(event.target.value)}
        />
      )}
      {step === 'rejected' && (
        <TextAreaField
          name="note"
          label={<Trans>Why, as the person reads it</Trans>}
          error={missing(t`Please write why`)}
          value={note}
          maxLength={PAYOUT_NOTE_MAX}
          onChange={(event) => setNote(event.target.value)}
        />
      )}
    </ActionForm>
  );
}

function StepTitle({ step, payout }: { step: Step; payout: PayoutCase }) {
  const name = displayedName(payout.username);
  if (step === 'approved') return <Trans>Approve the payout of {name}?</Trans>;
  if (step === 'paid') return <Trans>Has {name} been paid?</Trans>;
  return <Trans>Reject the payout of {name}?</Trans>;
}

function StepText({ step, payout }: { step: Step; payout: PayoutCase }) {
  const [worth, back] = [coinsWorth(payout.payable), coinsText(payout.bought)];
  if (step === 'paid') return <Trans>Say so after {worth} left. This can’t be taken back.</Trans>;
  if (step === 'rejected') return <Trans>Every coin that is held goes back to their wallet.</Trans>;
  if (payout.bought > 0)
    return (
      <Trans>
        They are to get {worth}. {back} were bought and go back to their wallet now.
      </Trans>
    );
  return <Trans>They are to get {worth}. You send the money and mark it as paid after that.</Trans>;
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p className="w-full rounded-chip bg-marigold-wash p-3 text-sm font-semibold">{children}</p>
);

/** The possible next steps of a request; each asks for confirmation (SV-93). */
export function PayoutDecisionButtons(props: PayoutDecisionProps) {
  const { payout } = props;
  const [step, setStep] = useState<Step>();
  const { status } = payout;
  if (status !== 'pending' && status !== 'approved') return null;
  if (!payout.can_decide) {
    return (
      <Notice>
        <Trans>This payout is yours, so another administrator decides.</Trans>
      </Notice>
    );
  }
  const close = () => setStep(undefined);
  return (
    <div className="flex flex-wrap gap-2">
      {status === 'pending' && !payout.can_approve && (
        <Notice>
          <Trans>You approved it. Another administrator has to approve it as well.</Trans>
        </Notice>
      )}
      {status === 'pending' && payout.can_approve && (
        <Button onClick={() => setStep('approved')}>
          <Trans>Approve…</Trans>
        </Button>
      )}
      {status === 'approved' && (
        <Button onClick={() => setStep('paid')}>
          <Trans>Mark as paid…</Trans>
        </Button>
      )}
      <Button tone="quiet" onClick={() => setStep('rejected')}>
        <Trans>Reject…</Trans>
      </Button>
      <Dialog
        isOpen={step !== undefined}
        onClose={close}
        keepOpenOnOutsidePress
        title={step && <StepTitle step={step} payout={payout} />}
        description={step && <StepText step={step} payout={payout} />}
      >
        {step && <StepForm {...props} step={step} onClose={close} />}
      </Dialog>
    </div>
  );
}
