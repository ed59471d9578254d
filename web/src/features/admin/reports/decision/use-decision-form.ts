import { displayedName } from '@adda/contract/accounts';
import type { ReportDetail } from '@adda/contract/moderation';
import { useLingui } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { toast } from '../../../../ui/toast-store.ts';
import { useShortcuts } from '../../frame/use-shortcuts.ts';
import { impossibleChoices } from './choice-list.tsx';
import {
  choices,
  decisionRequest,
  isSanction,
  useDecisionDraft,
  type Choice,
  type DecisionDraft,
} from './decision-draft.ts';
import { doneText } from './decision-labels.ts';
import { useDecide } from './use-decide.ts';

/** Returns why a draft can't be sent. */
function useProblem({ choice, reason }: DecisionDraft, impossible: ReadonlySet<Choice>) {
  const { t } = useLingui();
  if (choice === undefined || impossible.has(choice)) return { choice: t`Choose what is to be done` };
  if (isSanction(choice) && reason.trim() === '')
    return { reason: t`Please write the reason that the person will read` };
  return {};
}

/** State of the decision form: values, errors and the pending confirmation. */
export function useDecisionForm(report: ReportDetail, onDecided: () => void) {
  const form = useRef<HTMLFormElement>(null);
  const { draft, change, forget } = useDecisionDraft(report.report_id);
  const [hasTried, setTried] = useState(false);
  const [pendingConfirmation, setPendingConfirmation] = useState<'ban' | 'delete_content'>();
  const impossible = impossibleChoices(report);
  const problem: { choice?: string; reason?: string } = useProblem(draft, impossible);
  const name = displayedName(report.reported.username);
  const decide = useDecide({
    reportId: report.report_id,
    onDone: () => {
      forget();
      if (draft.choice) toast.success(doneText(draft.choice, name));
      onDecided();
    },
  });
  const focus = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus();
  const choose = (choice: Choice) => {
    if (impossible.has(choice)) return;
    change({ choice });
    focus(`[data-choice="${choice}"]`);
  };
  const send = () => {
    setPendingConfirmation(undefined);
    const { choice } = draft;
    if (choice) decide.run(decisionRequest({ ...draft, choice }, Date.now()));
  };
  const submit = () => {
    if (decide.isBusy) return;
    setTried(true);
    if (problem.reason) focus('[name="reason"]');
    else if (problem.choice) focus('[data-choice]');
    else if (draft.choice === 'ban' || draft.choice === 'delete_content')
      setPendingConfirmation(draft.choice);
    else send();
  };
  useShortcuts({
    ...Object.fromEntries(choices.map((choice, index) => [String(index + 1), () => choose(choice)])),
    r: () => focus('[name="reason"], [name="note"]'),
    'Ctrl+Enter': submit,
  });
  return {
    form,
    draft,
    change,
    impossible,
    problem: hasTried ? problem : {},
    error: decide.error,
    isBusy: decide.isBusy,
    submit,
    send,
    /** The choice that waits for confirmation. */
    pendingConfirmation,
    cancelConfirmation: () => setPendingConfirmation(undefined),
  };
}
