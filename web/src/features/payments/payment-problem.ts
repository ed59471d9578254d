import { t } from '@lingui/core/macro';
import { ApiError } from '../../platform/api-error.ts';
import type { UnpaidResult } from './checkout.types.ts';

/** Why a payment failed: `message` is displayable, `detail` adds information. */
export class PaymentProblem extends Error {
  readonly detail: string | undefined;

  constructor(message: string, detail?: string) {
    super(message);
    this.name = 'PaymentProblem';
    this.detail = detail === '' || detail === message ? undefined : detail;
  }
}

/** Returns a problem with the server's message as the detail. */
export const problemOf = (message: string, cause: unknown): PaymentProblem =>
  new PaymentProblem(message, cause instanceof ApiError ? cause.message : undefined);

/** Returns the problem of a checkout that ended without a payment (SU-29, SU-30, RC-16, RC-17). */
export function unpaid(result: UnpaidResult): PaymentProblem {
  if (result.outcome === 'dismissed') return new PaymentProblem(t`Payment cancelled`);
  const { description } = result;
  return new PaymentProblem(
    description ? t`Payment failed: ${description}` : t`Payment failed. Please try again.`,
  );
}
