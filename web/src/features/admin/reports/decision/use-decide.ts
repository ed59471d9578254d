import { t } from '@lingui/core/macro';
import { ApiError } from '../../../../platform/api-error.ts';
import { toast } from '../../../../ui/toast-store.ts';
import { useAction } from '../../frame/use-action.ts';
import { sendDecision, type DecisionRequest } from '../reports.queries.ts';

/** Error codes that mean that another administrator was faster. */
const conflictCodes = new Set(['report_already_decided', 'report_not_found']);

/** Options of {@link useDecide}. `onRefused` is not called if another administrator was faster. */
export type DecideOptions = { reportId: string; onDone: () => void; onRefused?: (error: Error) => void };

/** Sends a decision; if another administrator was faster, reports it. */
export function useDecide({ reportId, onDone, onRefused }: DecideOptions) {
  return useAction((decision: DecisionRequest) => sendDecision(reportId, decision), {
    onDone,
    onFailed: (error) => {
      if (error instanceof ApiError && conflictCodes.has(error.code))
        toast.problem(t`Somebody else decided this report meanwhile. Here is what they did.`);
      else onRefused?.(error);
    },
  });
}
