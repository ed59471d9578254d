import { ApiError } from '../../../platform/api-error.ts';
import { toast } from '../../../ui/toast-store.ts';

/** The status of what this server has switched off. */
const SWITCHED_OFF = 501;

/** Says why it did not work, in the server's words if it gave any (FE-58); 'Coming Soon' is no failure (FE-52). */
export function showActivityProblem(error: unknown, otherwise: string): void {
  const words = error instanceof ApiError && error.detail !== '' ? error.detail : otherwise;
  if (error instanceof ApiError && error.status === SWITCHED_OFF) toast.show(words);
  else toast.problem(words);
}
