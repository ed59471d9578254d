import { INVITE_HOURS_CHOICES, INVITE_USES_CHOICES } from '@adda/contract/rooms';
import { plural, t } from '@lingui/core/macro';
import type { SelectOption } from '../../../ui/select-field.tsx';

const DAY = 24;
const YEAR = 8760;

function lifetime(hours: number): string {
  if (hours >= YEAR) return t`1 year`;
  if (hours < DAY) return plural(hours, { one: '# hour', other: '# hours' });
  return plural(hours / DAY, { one: '# day', other: '# days' });
}

/** The lifetimes of a link, by their number of hours. */
export const hoursOptions = (): SelectOption[] =>
  INVITE_HOURS_CHOICES.map((hours) => ({ value: String(hours), label: lifetime(hours) }));

/** The limits of uses of a link, by their number; `noLimit` is the value without one. */
export const usesOptions = (noLimit: string): SelectOption[] =>
  INVITE_USES_CHOICES.map((uses) =>
    uses === null
      ? { value: noLimit, label: t`No limit` }
      : { value: String(uses), label: plural(uses, { one: '# person', other: '# people' }) },
  );
