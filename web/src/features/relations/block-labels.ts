import { t } from '@lingui/core/macro';
import { ApiError } from '../../platform/api-error.ts';

/** Returns why a block was not changed: the server's text if there is one (RP-24). */
export function blockProblem(error: unknown, isBlocked: boolean): string {
  const words = error instanceof ApiError ? error.detail : '';
  if (words !== '') return words;
  return isBlocked ? t`Failed to block user` : t`Failed to unblock user`;
}
