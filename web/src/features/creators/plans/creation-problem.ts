import { t } from '@lingui/core/macro';
import { ApiError } from '../../../platform/api-error.ts';
import type { PlanVariant } from '../creators.queries.ts';

/** Returns the form's message for a plan that could not be created, with the reason if known (PL-17, PL-18). */
export const creationProblem = (variant: PlanVariant, error: unknown) => ({
  message: variant === 'composer' ? t`Failed to create plan` : t`Failed to create subscription plan`,
  detail: error instanceof ApiError ? error.message : undefined,
});
