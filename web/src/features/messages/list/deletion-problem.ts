import { t } from '@lingui/core/macro';
import { ApiError } from '../../../platform/api-error.ts';
import { toast } from '../../../ui/toast-store.ts';

/** Says why a deletion did not happen (GC-75, Q-17). */
export function sayWhyNotDeleted(error: unknown): void {
  const reason = error instanceof ApiError ? error.message : String(error);
  toast.problem(t`Error deleting message: ${reason}`);
}
