import { Plural, useLingui } from '@lingui/react/macro';
import type { Group } from '@adda/contract/rooms';
import { Pencil } from 'lucide-react';
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
  onEdit,
}: {
  group: Group;
  line?: ReactNode;
  actions?: ReactNode;
  /** Changes name, topic and picture in place (HM-11); left out for who may not. */
  onEdit?: (() => void) | undefined;
}) {
  const { t } = useLingui();
  const isDesktop = useIsDesktop();
  const tooltip = group.topic || group.name;
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
      <div className="relative min-w-0 grow ps-1">
        <div className="flex items-center gap-1.5">
          <h1 className="truncate text-lg" title={onEdit ? undefined : tooltip}>
            {group.name}
          </h1>
          {onEdit && <Pencil aria-hidden="true" className="size-4 shrink-0 text-mute" />}
        </div>
        {/* The line comes later: it moves nothing when it does. */}
        <p className="flex items-center gap-x-2 text-sm text-mute">
          <span className="shrink-0">
            <Plural value={group.member_count} one="# member" other="# members" />
          </span>
          <span className="min-w-0 truncate">{line}</span>
        </p>
        {/* Covers name and line: a pencil of 44 px would take the place of the name on a phone. */}
        {onEdit && (
          <button
            type="button"
            data-edit-room
            aria-label={t`Edit name, topic and picture`}
            title={tooltip}
            className="absolute -inset-y-0.5 inset-x-0 rounded-chip hover:bg-raised/40"
            onClick={onEdit}
          />
        )}
      </div>
      {actions}
    </header>
  );
}
