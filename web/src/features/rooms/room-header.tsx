import { Plural, useLingui } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.tsx';
import { BackLink } from '../../ui/back-link.tsx';
import { useIsDesktop } from '../../ui/use-media-query.ts';

/** Styles of the round buttons in the header of a room. */
export const roundClasses =
  'inline-grid size-11 shrink-0 place-items-center rounded-full text-ink transition duration-150 hover:bg-raised';

/** The header of every view of a room: back on small screens, its name, and a line below. */
export function RoomHeader({
  group,
  line,
  actions,
}: {
  group: Group;
  line?: ReactNode;
  actions?: ReactNode;
}) {
  const { t } = useLingui();
  const isDesktop = useIsDesktop();
  return (
    <header className="flex min-h-16 shrink-0 items-center gap-2 border-b border-line bg-surface px-2 py-2 sm:px-3">
      {!isDesktop && <BackLink label={t`Back to the chats`} />}
      <Avatar
        name={group.name}
        src={group.picture}
        shape="room"
        size="large"
        className="ms-1 max-[23rem]:hidden"
      />
      <div className="min-w-0 grow ps-1">
        <h1 className="truncate text-lg" title={group.topic || group.name}>
          {group.name}
        </h1>
        {/* The line comes later: it moves nothing when it does. */}
        <p className="flex items-center gap-x-2 text-sm text-mute">
          <span className="shrink-0">
            <Plural value={group.member_count} one="# member" other="# members" />
          </span>
          <span className="min-w-0 truncate">{line}</span>
        </p>
      </div>
      {actions}
    </header>
  );
}
