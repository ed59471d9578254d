import type { AppealCase, AppealDecision } from '@adda/contract/moderation';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { failureText } from '../../../ui/failure-text.ts';
import { ReasonField } from '../frame/reason-field.tsx';
import { useAction } from '../frame/use-action.ts';
import { sendAppealDecision } from './appeals.queries.ts';

export type AppealDecisionFormProps = { appeal: AppealCase; onDecided: () => void };

function useReadyAnswers() {
  const { t } = useLingui();
  return [
    {
      title: t`It stays`,
      text: t`We looked at it again, and what was said and shown breaks our rules. It stays as it is.`,
    },
    { title: t`We were wrong`, text: t`You are right, and we are sorry. We have taken the decision back.` },
  ];
}

function useDecideAppeal({ appeal, onDecided }: AppealDecisionFormProps) {
  const { t } = useLingui();
  return useAction((sent: AppealDecision) => sendAppealDecision(appeal.appeal_id, sent), {
    onDone: (_answer, { decision }) => {
      toast.success(decision === 'uphold' ? t`The decision stays` : t`The decision was taken back`);
      onDecided();
    },
    onFailed: (error) => {
      if (error instanceof ApiError && error.code === 'appeal_already_decided')
        toast.problem(t`Somebody else decided this appeal meanwhile.`);
    },
  });
}

/**
 * Decides an appeal. The administrator who made the original decision, or whom it concerns, sees why another
 * has to decide.
 */
export function AppealDecisionForm(props: AppealDecisionFormProps) {
  const { appeal } = props;
  const { t } = useLingui();
  const [answer, setAnswer] = useState('');
  const [hasTried, setTried] = useState(false);
  const ready = useReadyAnswers();
  const decide = useDecideAppeal(props);
  const isEmpty = answer.trim() === '';
  const sent = decide.sent?.decision;
  const button = (decision: AppealDecision['decision']) => ({
    disabled: !appeal.may_decide,
    isBusy: sent === decision,
    onClick: () => {
      setTried(true);
      if (!isEmpty && appeal.may_decide) decide.run({ decision, answer: answer.trim() });
    },
  });
  return (
    <form
      noValidate
      aria-label={t`Decision`}
      onSubmit={(event) => event.preventDefault()}
      className="grid gap-4 rounded-card border border-line bg-surface p-4 shadow-card"
    >
      {!appeal.may_decide && (
        <p className="rounded-chip bg-marigold-wash p-3 text-sm font-semibold">
          <Trans>
            You made this decision or it is about you, so somebody else has to look at the appeal.
          </Trans>
        </p>
      )}
      <ReasonField
        label={<Trans>Answer, as the person reads it</Trans>}
        value={answer}
        onChange={setAnswer}
        error={hasTried && isEmpty ? t`Please write an answer that the person will read` : undefined}
        ready={appeal.may_decide ? ready : undefined}
      />
      <FormErrors message={decide.error ? failureText(decide.error) : undefined} />
      <div className="flex flex-wrap gap-3">
        <Button {...button('uphold')} tone="quiet">
          <Trans>Uphold</Trans>
        </Button>
        <Button {...button('reverse')}>
          <Trans>Reverse</Trans>
        </Button>
      </div>
    </form>
  );
}
