import type { AppealCase, AppealDecision } from '@adda/contract/moderation';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { ApiError } from '../../../platform/api-error.ts';
import { Button } from '../../../ui/button.tsx';
import { FormErrors } from '../../../ui/form-errors.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { failureText } from '../frame/failure-text.ts';
import { adminKey } from '../frame/now.queries.ts';
import { ReasonField } from '../frame/reason-field.tsx';
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
  const client = useQueryClient();
  return useMutation({
    mutationFn: (sent: AppealDecision) => sendAppealDecision(appeal.appeal_id, sent),
    onSuccess: (_answer, { decision }) => {
      toast.success(decision === 'uphold' ? t`The decision stays` : t`The decision was taken back`);
      onDecided();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'appeal_already_decided')
        toast.problem(t`Somebody else decided this appeal meanwhile.`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
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
  const send = (decision: AppealDecision['decision']) => (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!isEmpty && appeal.may_decide && !decide.isPending)
      decide.mutate({ decision, answer: answer.trim() });
  };
  const button = { isBusy: false, disabled: !appeal.may_decide } as const;
  const sent = decide.isPending ? decide.variables.decision : undefined;
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
        <Button {...button} tone="quiet" isBusy={sent === 'uphold'} onClick={send('uphold')}>
          <Trans>Uphold</Trans>
        </Button>
        <Button {...button} isBusy={sent === 'reverse'} onClick={send('reverse')}>
          <Trans>Reverse</Trans>
        </Button>
      </div>
    </form>
  );
}
