import { displayedName } from '@adda/contract/accounts';
import type { GroupMember } from '@adda/contract/rooms';
import { Plural, useLingui } from '@lingui/react/macro';
import { Avatar } from '../../../ui/avatar.tsx';
import { PresenceDot } from '../../../ui/presence-dot.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { useFitsThree, useIsDesktop } from '../../../ui/use-media-query.ts';
import { opensWithMembers } from '../open-room.tsx';

/** Members that are shown beside the panel on small screens. */
const FACES = 3;

type People = readonly GroupMember[];

/**
 * A few members, online ones first, on small screens; decorative: the numbers are in the header. Their place is reserved, because the
 * text beside them wraps at it.
 */
export function Faces({ people }: { people: People }) {
  const isDesktop = useIsDesktop();
  if (isDesktop) return null;
  return (
    <span
      aria-hidden="true"
      className="flex min-w-20 shrink-0 justify-end -space-x-2 pt-1 rtl:space-x-reverse"
    >
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

/** Members of the room on wide screens, online ones first, where the open room has them, and as wide (GM-08, HM-03, HM-06). */
export function PeopleRail({ people, total }: { people: People; total: number }) {
  const { t } = useLingui();
  const isPanel = opensWithMembers(useFitsThree());
  const more = total - people.length;
  if (!useIsDesktop()) return null;
  return (
    <aside
      aria-label={t`Members`}
      className={classNames(
        'flex shrink-0 flex-col overflow-y-auto border-s border-line bg-surface pb-2',
        isPanel ? 'w-72' : 'w-14 items-center gap-1 pt-14',
      )}
    >
      {isPanel && (
        <h2 className="flex min-h-14 shrink-0 items-center border-b border-line px-4 text-lg">
          <Plural value={total} one="# member" other="# members" />
        </h2>
      )}
      <ul>
        {people.map(({ username, profile_image_url: picture, is_online: isOnline }) => {
          const name = displayedName(username);
          return (
            <li
              key={username}
              title={name}
              className={
                isPanel
                  ? 'flex min-h-14 items-center gap-2.5 px-3 font-semibold'
                  : 'grid size-11 place-items-center'
              }
            >
              <span className="relative">
                <Avatar
                  name={username}
                  displayedName={name}
                  src={picture}
                  size={isPanel ? 'regular' : 'small'}
                />
                <PresenceDot
                  isOnline={isOnline}
                  className="absolute -end-1 -bottom-1 rounded-full bg-surface p-0.5"
                />
              </span>
              <span className={isPanel ? 'min-w-0 truncate' : 'sr-only'}>{name}</span>
            </li>
          );
        })}
      </ul>
      {more > 0 && (
        <span className={classNames('text-xs font-bold text-mute', isPanel && 'px-4 pt-1')}>+{more}</span>
      )}
    </aside>
  );
}
