import { isBlankText } from '@adda/contract/messages';
import { ValidationError } from '../../platform/errors.ts';

/** The name of a plan as it is stored. Throws a `ValidationError` for one that nobody sees (PL-08). */
export function planNameOf(given: string): string {
  const name = given.toWellFormed();
  if (isBlankText(name))
    throw new ValidationError([{ loc: ['body', 'name'], msg: 'Plan name is required', type: 'too_small' }]);
  return name;
}

/** The description of a plan as it is stored; null for none. */
export const planDescriptionOf = (given: string | null | undefined): string | null =>
  given?.toWellFormed() || null;
