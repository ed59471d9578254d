import { displayedName } from '@adda/contract/accounts';
import type { SuggestedPerson } from '@adda/contract/feed';
import { Plural } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { useBlockedNames } from '../../relations/index.ts';
import { FollowButton } from '../card/follow-button.tsx';

function Person({ person }: { person: SuggestedPerson }) {
  const { username, followed_by: friends } = person;
  const name = person.display_name || displayedName(username);
  return (
    <li className="flex h-13 items-center gap-3 pointer-coarse:h-15">
      <Link
        to="/profile/$username"
        params={{ username }}
        ignoreBlocker
        title={name}
        className="group flex min-w-0 grow items-center gap-3 rounded-card"
      >
        <Avatar name={username} displayedName={name} src={person.picture} />
        <span className="grid min-w-0 text-start leading-tight">
          <span className="truncate text-sm font-semibold group-hover:underline">{name}</span>
          <span className="truncate text-xs text-mute">
            {friends > 0 ? (
              <Plural value={friends} one="# friend follows" other="# friends follow" />
            ) : (
              `@${displayedName(username)}`
            )}
          </span>
        </span>
      </Link>
      <FollowButton username={username} name={name} isKnown={false} />
    </li>
  );
}

/** Users to follow, without those who were blocked since. The width of the nearest container fits the buttons. */
export function SuggestedPeople({ people }: { people: readonly SuggestedPerson[] }) {
  const blocked = useBlockedNames();
  return (
    <ul className="grid grid-cols-1">
      {people
        .filter(({ username }) => !blocked.has(username))
        .map((person) => (
          <Person key={person.username} person={person} />
        ))}
    </ul>
  );
}
