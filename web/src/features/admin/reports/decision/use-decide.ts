import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../../platform/api-error.ts';
import { toast } from '../../../../ui/toast-store.ts';
import { adminKey } from '../../frame/now.queries.ts';
import { sendDecision, type DecisionRequest } from '../reports.queries.ts';

/** Error codes that mean that another administrator was faster. */
const conflictCodes = new Set(['report_already_decided', 'report_not_found']);

/** Options of {@link useDecide}. `onRefused` is not called if another administrator was faster. */
export type DecideOptions = { reportId: string; onDone: () => void; onRefused?: (error: Error) => void };

/** Sends a decision; if another administrator was faster, reports it and refetches the report. */
export function useDecide({ reportId, onDone, onRefused }: DecideOptions) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: DecisionRequest) => sendDecision(reportId, decision),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiError && conflictCodes.has(error.code))
        toast.problem(t`Somebody else decided this report meanwhile. Here is what they did.`);
      else onRefused?.(error);
    },
    // A decision changes the queue, the counts, the account and its other reports.
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  });
}
