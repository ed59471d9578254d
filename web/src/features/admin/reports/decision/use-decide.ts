import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../../platform/api-error.ts';
import { toast } from '../../../../ui/toast-store.ts';
import { adminKey } from '../../frame/now.queries.ts';
import { sendDecision, type DecisionSent } from '../reports.queries.ts';

/** Refusals that say that somebody else was faster. */
const overtaken = new Set(['report_already_decided', 'report_not_found']);

/** What {@link useDecide} needs. `onRefused` is not told where somebody else was faster. */
export type DecideOptions = { reportId: string; onDone: () => void; onRefused?: (error: Error) => void };

/** Sends a decision about a report; where another administrator was faster, it says so and reads the report again. */
export function useDecide({ reportId, onDone, onRefused }: DecideOptions) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: DecisionSent) => sendDecision(reportId, decision),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError && overtaken.has(error.code))
        toast.problem(t`Somebody else decided this report meanwhile. Here is what they did.`);
      else onRefused?.(error);
    },
    // What was done changes the queue, the counts, the person and their other reports.
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  });
}
