import { t } from '@lingui/core/macro';
import { ApiError } from '../../../platform/api-error.ts';
import type { PlanVariant } from '../creators.queries.ts';

/** That a plan could not be made, in its form's words, and why if that is known (PL-17, PL-18). */
export const creationProblem = (variant: PlanVariant, error: unknown) => ({
  message: variant === 'composer' ? t`Failed to create plan` : t`Failed to create subscription plan`,
  detail: error instanceof ApiError ? error.message : undefined,
});
