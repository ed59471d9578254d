import { useState } from 'react';
import { useSession } from '../../../../platform/use-session.ts';
import { decisionDrafts, type DecisionDraft } from './decision-draft.ts';

/** Returns the draft of a report's decision; it survives unmounting. */
export function useDecisionDraft(reportId: string) {
  const account = useSession()?.username ?? '';
  const [draft, setDraft] = useState(() => decisionDrafts.get(account, reportId));
  return {
    draft,
    change(changes: Partial<DecisionDraft>) {
      const next = { ...draft, ...changes };
      setDraft(next);
      decisionDrafts.set(account, reportId, next);
    },
    forget: () => decisionDrafts.forget(account, reportId),
  };
}
