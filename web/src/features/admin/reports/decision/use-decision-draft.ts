import { useState } from 'react';
import { useSession } from '../../../../platform/use-session.ts';
import { decisionDrafts, type DecisionDraft } from './decision-draft.ts';

/** What somebody has chosen and written for a report; it outlives the panel. */
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
