import { displayedName } from '@adda/contract/accounts';
import { RAIL_MEMBERS, type GroupMember } from '@adda/contract/rooms';
import { Avatar } from '../../../ui/avatar.tsx';
import { PresenceDot } from '../../../ui/presence-dot.tsx';
import { useRoomDialogs } from '../room-dialogs.tsx';

export type MembersRailProps = {
  members: readonly GroupMember[];
  total: number;
};

/** The first ten members and the number of the others, in a narrow column (GM-08). */
export function MembersRail({ members, total }: MembersRailProps) {
  const { openProfile } = useRoomDialogs();
  const shown = members.slice(0, RAIL_MEMBERS);
  const more = total - shown.length;
  return (
    <div className="flex min-h-0 grow flex-col items-center gap-1 overflow-y-auto pb-2">
      <ul>
        {shown.map(({ username, profile_image_url: picture, is_online: isOnline }) => (
          <li key={username}>
            <button
              type="button"
              title={displayedName(username)}
              onClick={() => openProfile(username)}
              className="grid size-11 place-items-center rounded-full hover:bg-raised focus-visible:outline-offset-[-3px]"
            >
              <span className="relative">
                <Avatar name={username} displayedName={displayedName(username)} src={picture} size="small" />
                <PresenceDot
                  isOnline={isOnline}
                  className="absolute -end-1 -bottom-1 rounded-full bg-surface p-0.5"
                />
              </span>
              <span className="sr-only">{displayedName(username)}</span>
            </button>
          </li>
        ))}
      </ul>
      {more > 0 && <span className="text-xs font-bold text-mute">+{more}</span>}
    </div>
  );
}
