import { t } from '@lingui/core/macro';
import { ApiError } from '../../../platform/api-error.ts';

/** Why a call did not succeed, in a sentence. */
export const failureText = (error: Error): string =>
  error instanceof ApiError ? error.message : t`Something went wrong. Please try again.`;
