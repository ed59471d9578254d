import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import type { Group, Pin as PinnedMessage } from '@adda/contract/rooms';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pin } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import type { RoomSession } from '../room-session.ts';
import { pinnedLine } from './pinned-text.ts';
import { pinsKey, roomPins } from './pins.queries.ts';

export type PinsBarProps = {
  group: Group;
  /** Undefined while the session opens, and for a reader who is not a member. */
  session: RoomSession | undefined;
  /** Shows the message at a sequence. */
  onJump: (sequence: number) => void;
};

const panel = lazyComponent(() => import('./pins-panel.tsx'));

/** Reads the pins again when they changed, when a pinned message was edited, and after a reconnect. */
function usePinEvents(groupId: string, session: RoomSession | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!session) return undefined;
    const queryKey = pinsKey(groupId);
    const refetch = () => void client.invalidateQueries({ queryKey });
    const isPinned = (id: string) =>
      client.getQueryData<readonly PinnedMessage[]>(queryKey)?.some(({ message }) => message._id === id);
    const { connection } = session;
    const stops = [
      connection.on('pins_changed', refetch),
      connection.on('member_suspended', refetch),
      connection.on('blocked_notification', refetch),
      connection.on('message_edited', ({ _id: id }) => isPinned(id) && refetch()),
      connection.onState((state, isAgain) => state === 'connected' && isAgain && refetch()),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [client, groupId, session]);
}

/** The newest pinned message, to which a press goes, and the button for all of them (GR-04). */
export function PinsBar({ group, session, onJump }: PinsBarProps) {
  const { t } = useLingui();
  const { data: pins = [] } = useQuery(roomPins(group));
  const [isOpen, setOpen] = useState(false);
  usePinEvents(group.group_id, session);
  const [newest] = pins;
  const close = () => setOpen(false);
  return (
    <>
      {newest && (
        <section
          aria-label={t`Pinned messages`}
          className="flex shrink-0 items-center gap-1 border-b border-line bg-surface px-2"
        >
          <button
            type="button"
            className="flex min-h-11 min-w-0 grow items-center gap-2 rounded-chip px-1 text-start text-sm hover:bg-raised"
            onClick={() => onJump(newest.message.sequence)}
          >
            <Pin aria-hidden="true" className="size-4 shrink-0 text-mute" />
            <span className="truncate">
              <VisuallyHidden>
                <Trans>Go to the pinned message:</Trans>{' '}
              </VisuallyHidden>
              <span className="font-semibold">{displayedName(newest.message.sender)}</span>{' '}
              {pinnedLine(newest.message)}
            </span>
          </button>
          <Button
            tone="plain"
            size="small"
            className="shrink-0"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            <Plural value={pins.length} one="# pinned" other="# pinned" />
          </Button>
        </section>
      )}
      {isOpen && (
        <LazyComponent component={panel} onFailed={close}>
          {({ PinsPanel }) => <PinsPanel group={group} pins={pins} onJump={onJump} onClose={close} />}
        </LazyComponent>
      )}
    </>
  );
}
