import { displayedName } from '@adda/contract/accounts';
import type { ReportPerson } from '@adda/contract/moderation';
import { t } from '@lingui/core/macro';
import { PlaceLink } from '../frame/place-link.tsx';
import { StateMarks, type Mark } from '../frame/state-mark.tsx';

/** Returns the state labels of an account. */
export const personMarks = (person: ReportPerson): readonly Mark[] => [
  person.is_guest && ['calm', t`Guest`],
  person.is_suspended && ['bad', t`Suspended`],
  person.is_deleted && ['calm', t`Deleted`],
];

/** A user's name, linked to the account's detail view, with its state labels. */
export function PersonLink({ person }: { person: ReportPerson }) {
  const name = displayedName(person.username);
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      {person.is_deleted ? (
        <span className="font-semibold wrap-anywhere">{name}</span>
      ) : (
        <PlaceLink view="people" id={person.username}>
          {name}
        </PlaceLink>
      )}
      <StateMarks marks={personMarks(person)} />
    </span>
  );
}
