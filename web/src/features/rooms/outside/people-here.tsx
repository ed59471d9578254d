import { displayedName } from '@adda/contract/accounts';
import type { GroupMember } from '@adda/contract/rooms';
import { useLingui } from '@lingui/react/macro';
import { Avatar } from '../../../ui/avatar.tsx';
import { PresenceDot } from '../../../ui/presence-dot.tsx';
import { useIsDesktop } from '../../../ui/use-media-query.ts';

/** Members that are shown beside the panel on small screens. */
const FACES = 3;

type People = readonly GroupMember[];

/** A few members, online ones first, on small screens; decorative: the numbers are in the header. */
export function Faces({ people }: { people: People }) {
  const isDesktop = useIsDesktop();
  if (isDesktop || people.length === 0) return null;
  return (
    <span aria-hidden="true" className="flex shrink-0 -space-x-2 pt-1 rtl:space-x-reverse">
      {people.slice(0, FACES).map(({ username, profile_image_url: picture }) => (
        <Avatar
          key={username}
          name={username}
          displayedName={displayedName(username)}
          src={picture}
          size="small"
          className="ring-2 ring-surface"
        />
      ))}
    </span>
  );
}

/** Members of the room on wide screens, online ones first, where the rail of the open room has them (GM-08). */
export function PeopleRail({ people, total }: { people: People; total: number }) {
  const { t } = useLingui();
  const more = total - people.length;
  if (!useIsDesktop()) return null;
  return (
    <aside
      aria-label={t`Members`}
      className="flex w-14 shrink-0 flex-col items-center gap-1 overflow-y-auto border-s border-line bg-surface pt-14 pb-2"
    >
      <ul>
        {people.map(({ username, profile_image_url: picture, is_online: isOnline }) => (
          <li key={username} title={displayedName(username)} className="grid size-11 place-items-center">
            <span className="relative">
              <Avatar name={username} displayedName={displayedName(username)} src={picture} size="small" />
              <PresenceDot
                isOnline={isOnline}
                className="absolute -end-1 -bottom-1 rounded-full bg-surface p-0.5"
              />
            </span>
            <span className="sr-only">{displayedName(username)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <span className="text-xs font-bold text-mute">+{more}</span>}
    </aside>
  );
}
