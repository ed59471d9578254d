import { ApiError } from '../../../platform/api-error.ts';
import { toast } from '../../../ui/toast-store.ts';

/** HTTP status of a feature that this server has disabled. */
const SWITCHED_OFF = 501;

/**
 * Shows why an action failed: the server's text if there is one (FE-58), otherwise the given one. 'Coming Soon' is not
 * shown as a failure (FE-52).
 */
export function showActivityProblem(error: unknown, otherwise: string): void {
  const words = error instanceof ApiError && error.detail !== '' ? error.detail : otherwise;
  if (error instanceof ApiError && error.status === SWITCHED_OFF) toast.show(words);
  else toast.problem(words);
}
