import { t } from '@lingui/core/macro';
import { ApiError } from '../../../platform/api-error.ts';
import { toast } from '../../../ui/toast-store.ts';

/** The text for a failed deletion (GC-75, Q-17). */
export function showDeletionProblem(error: unknown): void {
  const reason = error instanceof ApiError ? error.message : String(error);
  toast.problem(t`Error deleting message: ${reason}`);
}
