import { displayedName } from '@adda/contract/accounts';
import type { DirectoryUser } from '@adda/contract/directory';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { api } from '../../platform/api.ts';
import { showsPeople } from '../../platform/people-queries.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { PersonRow } from '../../ui/person-row.tsx';
import { PresenceDot } from '../../ui/presence-dot.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { directoryKeys } from './directory.queries.ts';
import { placeOf, useIsActive } from './user-card.tsx';

/** Users that the first visit shows (HM-04). */
const TALKERS = 3;

/** The users who were active last: they are there to answer. */
const talkers = () =>
  queryOptions({
    queryKey: [...directoryKeys.all, 'talkers'],
    queryFn: ({ signal }) => api('GET /users/list', { query: { limit: String(TALKERS) }, signal }),
    refetchInterval: 60_000,
    meta: showsPeople,
  });

function Talker({ user, onOpen }: { user: DirectoryUser; onOpen: (username: string) => void }) {
  const name = displayedName(user.username);
  const isActive = useIsActive(user);
  return (
    <li className="grid grid-cols-1 rounded-card border border-line bg-surface shadow-card">
      <PersonRow username={user.username} isOpen={false} onOpen={onOpen}>
        <span className="grid h-30 min-w-0 grow grid-cols-1 content-center justify-items-center text-center">
          <span className="relative mb-1">
            <Avatar name={user.username} displayedName={name} src={user.profile_picture} size="large" />
            {isActive && (
              <PresenceDot isOnline className="absolute -end-0.5 -bottom-0.5 rounded-full bg-surface p-0.5" />
            )}
          </span>
          <span className="max-w-full truncate text-sm font-semibold" title={name}>
            {name}
          </span>
          <span className="max-w-full truncate text-xs text-mute">
            {user.age} · {placeOf(user)}
          </span>
        </span>
      </PersonRow>
    </li>
  );
}

/** Three users to write to (HM-04). Renders nothing if there are none, or if they did not load: the directory says why. */
export function TalkersPanel({ onOpen }: { onOpen: (username: string) => void }) {
  const { t } = useLingui();
  const { data, isPending } = useQuery(talkers());
  if (isPending) {
    return (
      <div role="status" aria-label={t`Loading…`} className="grid grid-cols-3 gap-3">
        {[0, 1, 2].map((place) => (
          <Skeleton key={place} className="h-34.5 rounded-card" />
        ))}
      </div>
    );
  }
  return (
    <ul aria-label={t`Say hello`} className="grid grid-cols-3 gap-3">
      {data?.users.map((user) => (
        <Talker key={user.username} user={user} onOpen={onOpen} />
      ))}
    </ul>
  );
}
