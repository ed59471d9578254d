import { isBlankText } from '@adda/contract/messages';
import { ValidationError } from '../../platform/errors.ts';

/** Normalizes the name of a plan. Throws a `ValidationError` for an invisible name (PL-08). */
export function planNameOf(given: string): string {
  const name = given.toWellFormed();
  if (isBlankText(name))
    throw new ValidationError([{ loc: ['body', 'name'], msg: 'Plan name is required', type: 'too_small' }]);
  return name;
}

/** Normalizes the description of a plan; null for none. */
export const planDescriptionOf = (given: string | null | undefined): string | null =>
  given?.toWellFormed() || null;
