import { t } from '@lingui/core/macro';
import { ApiError } from '../../../platform/api-error.ts';

/** Returns a failed call's message. */
export const failureText = (error: unknown): string =>
  error instanceof ApiError ? error.message : t`Something went wrong. Please try again.`;
