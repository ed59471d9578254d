import { displayedName } from '@adda/contract/accounts';
import type { ReportPerson } from '@adda/contract/moderation';
import { Trans } from '@lingui/react/macro';
import { PlaceLink } from '../frame/place-link.tsx';
import { StateMark } from '../frame/state-mark.tsx';

/** State labels of an account. */
export function PersonMarks({ person }: { person: ReportPerson }) {
  return (
    <>
      {person.is_guest && (
        <StateMark>
          <Trans>Guest</Trans>
        </StateMark>
      )}
      {person.is_suspended && (
        <StateMark tone="bad">
          <Trans>Suspended</Trans>
        </StateMark>
      )}
      {person.is_deleted && (
        <StateMark>
          <Trans>Deleted</Trans>
        </StateMark>
      )}
    </>
  );
}

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
      <PersonMarks person={person} />
    </span>
  );
}
