import { PLAN_AMOUNT_MAX_CENTS, PLAN_DAYS_MAX, type PlanInput } from '@adda/contract/creators';
import { t } from '@lingui/core/macro';
import type { FormProblems } from '../../../ui/use-form.ts';
import type { PlanVariant } from '../creators.queries.ts';

/** Form values of a plan. */
export type PlanDraft = {
  readonly name: string;
  readonly amount: string;
  readonly days: string;
  readonly description: string;
};

/** An empty form. */
export const blankPlan: PlanDraft = { name: '', amount: '', days: '', description: '' };

/** Validation errors of a plan: per field, and for the form. */
type PlanProblems = FormProblems<PlanDraft>;

const MOST_DOLLARS = PLAN_AMOUNT_MAX_CENTS / 100;
const hasWholeCents = (amount: number): boolean => Math.abs(amount * 100 - Math.round(amount * 100)) < 1e-6;

/** Limits of the server beyond those of the specification, checked in both forms. */
function amountLimit(amount: number): string | undefined {
  if (!hasWholeCents(amount)) return t`Use at most two decimals.`;
  return amount > MOST_DOLLARS ? t`Use an amount up to ${MOST_DOLLARS}.` : undefined;
}

const isWholeDays = (days: number): boolean => Number.isInteger(days) && days > 0;
const daysProblem = (): string => t`Validity days must be a positive integer`;
const daysLimit = (days: number): string | undefined =>
  days > PLAN_DAYS_MAX ? t`Use up to ${PLAN_DAYS_MAX} days.` : undefined;

/** Validation with the composer's texts (PL-04 to PL-06). */
function composerProblems(draft: PlanDraft): PlanProblems {
  const missing = (value: string) => (value.trim() === '' ? t`Please fill this in` : undefined);
  const amount = Number(draft.amount);
  const days = Number(draft.days);
  const isMissing = [draft.name, draft.amount, draft.days].some((value) => value.trim() === '');
  return {
    form: isMissing && t`Please fill in all required fields`,
    name: missing(draft.name),
    amount: missing(draft.amount) ?? (amount > 0 ? amountLimit(amount) : t`Amount must be greater than 0`),
    days: missing(draft.days) ?? (isWholeDays(days) ? daysLimit(days) : daysProblem()),
  };
}

/** Validation with the texts of the profile form (PL-08 to PL-10). */
function profileProblems(draft: PlanDraft): PlanProblems {
  const amount = Number(draft.amount);
  const days = Number(draft.days);
  return {
    name: draft.name.trim() === '' && t`Plan name is required`,
    amount: amount > 0 ? amountLimit(amount) : t`Amount must be a positive number`,
    days: isWholeDays(days) ? daysLimit(days) : daysProblem(),
  };
}

/** Returns the validation errors of a plan, with the texts of its form. */
export const planProblems = (variant: PlanVariant, draft: PlanDraft): PlanProblems =>
  variant === 'composer' ? composerProblems(draft) : profileProblems(draft);

/** Returns the body of the request; only for a draft without errors of {@link planProblems}. */
export const planInputOf = (draft: PlanDraft, creator: string): PlanInput => ({
  name: draft.name.trim(),
  amount: Number(draft.amount),
  validity_days: Number(draft.days),
  description: draft.description.trim() || null,
  creator,
});
