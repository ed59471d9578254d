import { t } from '@lingui/core/macro';
import { ApiError } from '../platform/api-error.ts';

/** Returns the message of a failed call. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError ? error.message : t`Something went wrong. Please try again.`;
