import { countries, isGuestName, displayedName } from '@adda/contract/accounts';
import { ACTIVE_DOT_MS, type DirectoryUser } from '@adda/contract/directory';
import { Trans } from '@lingui/react/macro';
import { Avatar } from '../../ui/avatar.tsx';
import { LastActive } from '../../ui/last-active.tsx';
import { PersonRow } from '../../ui/person-row.tsx';
import { PresenceDot } from '../../ui/presence-dot.tsx';
import { useNow } from '../../ui/time-clock.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

export type UserCardProps = {
  user: DirectoryUser;
  /** The chat with this user is open. */
  isOpen: boolean;
  onOpen: (username: string) => void;
};

/** Colours by gender (DI-06): two of the twelve avatar colours, with enough contrast in both themes. */
const genderColours = {
  female: 'bg-(--person-11-bg)! text-(--person-11-fg)!',
  male: 'bg-(--person-8-bg)! text-(--person-8-fg)!',
};

/** Formats 'Punjab, India', with the displayed name of the country. */
export function placeOf({ country, state }: Pick<DirectoryUser, 'country' | 'state'>): string {
  const label = countries.find((entry) => entry.country === country)?.label ?? country;
  return [state, label].filter(Boolean).join(', ');
}

/** Whether a user is online or was active within five minutes (DI-07, X-20). */
export function useIsActive({ is_online: isOnline, last_active: lastActive }: DirectoryUser): boolean {
  const now = useNow();
  return isOnline || now - Date.parse(lastActive) < ACTIVE_DOT_MS;
}

/** A dot for active users, otherwise a short text (DI-06). */
function Presence({ user }: { user: DirectoryUser }) {
  if (useIsActive(user)) return <PresenceDot isOnline className="shrink-0" />;
  return <LastActive value={user.last_active} className="shrink-0 text-xs text-mute" />;
}

/** One user of the directory; pressing opens the private chat (DI-06). */
export function UserCard({ user, isOpen, onOpen }: UserCardProps) {
  const { username, age } = user;
  const name = displayedName(username);
  return (
    <PersonRow username={username} isOpen={isOpen} onOpen={onOpen}>
      <Avatar
        name={username}
        displayedName={name}
        src={user.profile_picture}
        size="large"
        className={genderColours[user.sex]}
      />
      <span className="grid min-w-0 grow grid-cols-1">
        <span className="flex items-center gap-2">
          <span className="min-w-0 truncate font-semibold" title={name}>
            {name}
          </span>
          {isGuestName(username) && (
            <span className="shrink-0 rounded-full bg-raised px-1.5 text-xs font-semibold text-mute">
              <Trans>guest</Trans>
            </span>
          )}
          <span className="ms-auto shrink-0">
            <Presence user={user} />
          </span>
        </span>
        <span className="truncate text-sm text-mute">
          <VisuallyHidden>
            {user.sex === 'female' ? <Trans>Female</Trans> : <Trans>Male</Trans>},{' '}
          </VisuallyHidden>
          {age} · {placeOf(user)}
        </span>
      </span>
    </PersonRow>
  );
}
