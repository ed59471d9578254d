import { displayedName } from '@adda/contract/accounts';
import { REPORT_NOTE_MAX, type Report, type ReportDetail } from '@adda/contract/moderation';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { FormErrors } from '../../../../ui/form-errors.tsx';
import { TextAreaField } from '../../../../ui/text-field.tsx';
import { failureText } from '../../../../ui/failure-text.ts';
import { ReasonField } from '../../frame/reason-field.tsx';
import { ChoiceList, DaysChoice } from './choice-list.tsx';
import { isSanction, type DecisionDraft } from './decision-draft.ts';
import { readySentences } from './decision-labels.ts';
import { useDecisionForm } from './use-decision-form.ts';

export type DecisionPanelProps = { report: ReportDetail; onDecided: () => void };

type FieldsProps = {
  draft: DecisionDraft;
  change: (changes: Partial<DecisionDraft>) => void;
  reasonError: string | undefined;
};

function WordFields({ draft, change, reasonError }: FieldsProps) {
  return (
    <>
      {isSanction(draft.choice) && (
        <ReasonField
          label={<Trans>Reason, as the person reads it</Trans>}
          value={draft.reason}
          onChange={(reason) => change({ reason })}
          error={reasonError}
          ready={readySentences()}
        />
      )}
      <TextAreaField
        name="note"
        label={<Trans>Note for the team</Trans>}
        hint={<Trans>Only administrators read it.</Trans>}
        rows={2}
        maxLength={REPORT_NOTE_MAX}
        value={draft.note}
        onChange={(event) => change({ note: event.target.value })}
      />
    </>
  );
}

type DecisionConfirmProps = {
  report: Pick<Report, 'reported'>;
  /** The choice to confirm; undefined while the dialog is closed. */
  choice: 'ban' | 'delete_content' | undefined;
  keepsOut: boolean;
  isBusy: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/** Asks for confirmation before an irreversible decision. */
function DecisionConfirm({ report, choice, keepsOut, ...dialog }: DecisionConfirmProps) {
  const name = displayedName(report.reported.username);
  const isBan = choice === 'ban';
  return (
    <ConfirmDialog
      {...dialog}
      isOpen={choice !== undefined}
      isDangerous
      title={isBan ? <Trans>Ban {name} for good?</Trans> : <Trans>Remove this from Adda?</Trans>}
      description={
        isBan ? (
          <Trans>They are out at once on every device, and their running subscriptions end.</Trans>
        ) : keepsOut ? (
          <Trans>It can't be brought back, and the same file is refused when it is sent again.</Trans>
        ) : (
          <Trans>It can't be brought back.</Trans>
        )
      }
      confirmLabel={isBan ? <Trans>Ban</Trans> : <Trans>Remove</Trans>}
    />
  );
}

/** The decision form: choice, reason and note (SV-49). The shortcut dialog lists its keys. */
export function DecisionPanel({ report, onDecided }: DecisionPanelProps) {
  const { t } = useLingui();
  const { form, draft, change, ...state } = useDecisionForm(report, onDecided);
  const { problem, error, isBusy } = state;
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        state.submit();
      }}
      aria-label={t`Decision`}
      className="grid gap-4 rounded-card border border-line bg-surface p-4 shadow-card"
    >
      <ChoiceList
        value={draft.choice}
        impossible={state.impossible}
        onChoose={(choice) => change({ choice })}
      />
      {draft.choice === 'suspend' && <DaysChoice value={draft.days} onChoose={(days) => change({ days })} />}
      {draft.choice === 'delete_content' && (
        <Checkbox
          label={<Trans>Keep it from coming back</Trans>}
          checked={draft.keepsOut}
          onChange={(event) => change({ keepsOut: event.target.checked })}
        />
      )}
      <WordFields draft={draft} change={change} reasonError={problem.reason} />
      <FormErrors message={problem.choice ?? (error ? failureText(error) : undefined)} />
      <Button type="submit" isWide isBusy={isBusy}>
        {error ? <Trans>Try Again</Trans> : <Trans>Decide</Trans>}
      </Button>
      <DecisionConfirm
        report={report}
        choice={state.pendingConfirmation}
        keepsOut={draft.keepsOut}
        isBusy={isBusy}
        onConfirm={state.send}
        onCancel={state.cancelConfirmation}
      />
    </form>
  );
}
