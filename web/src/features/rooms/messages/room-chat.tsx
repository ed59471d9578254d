import { displayedName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { LockKeyhole, MessageCircle } from 'lucide-react';
import type { Group } from '@adda/contract/rooms';
import { useState } from 'react';
import { EmptyState } from '../../../ui/view-states.tsx';
import { LazyGiftShow } from '../../gifts/index.ts';
import {
  ChatView,
  usePrefetch,
  useMessageActions,
  type DraftState,
  type ListMenuEntries,
  type MessageAction,
  Composer,
  useIsWide,
  useText,
  type ComposerProps,
  type UnreadMentions,
} from '../../messages/index.ts';
import { useAudience } from '../composer/use-audience.tsx';
import { hearersOf } from '../composer/whisper.ts';
import { roomPins } from '../pins/pins.queries.ts';
import { useRoomDialogs } from '../room-dialogs.tsx';
import { prefetchedRoomComponents } from '../room-prefetch.ts';
import type { RoomSession } from '../room-session.ts';
import { LazyReaderBar } from '../room-lazy.tsx';
import { may } from '../room-rights.ts';
import { roomConversation } from './room-conversation.ts';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';
import { useMention } from '../composer/use-mention.tsx';

const tools = {
  imageDialog: lazyComponent(() => import('../composer/image-dialog.tsx')),
  hasVideo: true,
};

/** The message input of a room: with videos, name suggestions, and who will hear (GC-14 to GC-18, GC-03, MN-02). */
export function RoomComposer(props: ComposerProps & { groupId: string; account: string }) {
  const { groupId, account, draft, input } = props;
  const { t } = useLingui();
  const isWide = useIsWide();
  const { setText } = useText(props);
  const { takesKey, ...shown } = useAudience(props);
  const mention = useMention({ groupId, account, text: draft.text, onText: setText, input });
  return (
    <Composer
      {...props}
      {...shown}
      tools={tools}
      placeholder={isWide ? t`Say something or @username` : t`Chat or @username`}
      mention={{ ...mention, takesKey: (event) => mention.takesKey(event) || takesKey(event) }}
    />
  );
}

export type RoomChatProps = {
  group: Group;
  account: string;
  /** Undefined while the session opens; messages are shown without it. */
  session: RoomSession | undefined;
  draftState: DraftState;
};

const empty = (
  <EmptyState
    icon={<MessageCircle className="size-7" />}
    title={<Trans>It's quiet here</Trans>}
    text={<Trans>Say hello. Somebody has to be first!</Trans>}
  />
);

const { parts } = prefetchedRoomComponents;

/** Without their code, nothing is shown; the server decides anyway. */
const nothing = () => null;

const goesForAll = <Trans>It goes for everybody here. This can't be undone.</Trans>;

/** The actions on messages of a room, and the open menu or dialog. */
export function useRoomMessageActions(group: Group, account: string, session: RoomSession | undefined) {
  const { t } = useLingui();
  const dialogs = useRoomDialogs();
  const client = useQueryClient();
  const mayWrite = group.is_member && group.timeout_until === null;
  const whisper = (sender: string): MessageAction => {
    const name = displayedName(sender);
    return {
      id: 'whisper',
      label: t`Whisper to ${name}`,
      icon: <LockKeyhole className="size-4" />,
      run: () => dialogs.whisperTo(sender),
    };
  };
  const listEntries: ListMenuEntries = (message, entries) => {
    const { _id: messageId, sender, is_private: isWhisper } = message;
    const isOwn = sender === account;
    const mayDelete = (may(group, 'delete_any') && !isWhisper) || (isOwn && may(group, 'delete_own'));
    return [
      ...(!isOwn && mayWrite ? [whisper(sender)] : []),
      ...(parts.code?.pinEntries(client, group, message) ?? []),
      entries.profile(() => dialogs.openProfile(sender)),
      ...(parts.code?.manageEntries(client, { group, account, sender }, dialogs) ?? []),
      ...(isOwn ? [] : [entries.report(() => dialogs.openReport({ username: sender, messageId }))]),
      ...(mayDelete ? [entries.delete(goesForAll)] : []),
    ];
  };
  return useMessageActions({
    conversation: roomConversation(group.group_id),
    account,
    onProfile: dialogs.openProfile,
    session,
    listEntries,
    onReportAll: (username, [messageId, ...alsoMessageIds]) =>
      dialogs.openReport({ username, ...(messageId !== undefined && { messageId }), alsoMessageIds }),
    mayReact: mayWrite,
  });
}

/**
 * The unread mentions when the room was opened, and those that come later, until the user went to the oldest. Opening a
 * room reads them, so the server's number is 0 soon.
 */
function useMentions({ unread_mentions: count = 0, oldest_mention: oldest = null }: Group) {
  const [held, setHeld] = useState<UnreadMentions & { isSeen?: boolean }>();
  if (oldest !== null && (held === undefined || count > held.count || oldest > held.oldest)) {
    setHeld({ count, oldest });
  }
  return held?.isSeen ? undefined : held && { ...held, onSeen: () => setHeld({ ...held, isSeen: true }) };
}

/** An open room: messages, typing users and the input. */
export function RoomChat({ group, account, session, draftState }: RoomChatProps) {
  const { group_id: groupId } = group;
  const { actions, open, askDelete } = useRoomMessageActions(group, account, session);
  const { m: linked } = useSearch({ strict: false });
  usePrefetch(session !== undefined, prefetchedRoomComponents);
  const pins = useQuery(roomPins(group));
  const pinsPlace = pins.data?.length ? <div className="h-11.25 shrink-0 bg-surface" /> : undefined;
  return (
    <ChatView
      conversation={roomConversation(groupId)}
      account={account}
      session={session}
      draftState={draftState}
      actions={actions}
      open={
        <>
          {open}
          <LazyGiftShow groupId={groupId} />
        </>
      }
      // Without a connection the messages don't wait for the pins any longer.
      isWaiting={pins.isLoading && pins.failureCount === 0}
      notConnected={<Trans>You're not connected to this group.</Trans>}
      empty={empty}
      readNames={hearersOf}
      onEmptied={may(group, 'delete_own') ? (message) => askDelete(message, goesForAll) : undefined}
      linked={linked}
      mentions={useMentions(group)}
      aboveFallback={pinsPlace}
      renderAbove={(onJump) => (
        <LazyComponent component={parts} failed={nothing} fallback={pinsPlace}>
          {({ PinsBar }) => <PinsBar {...{ group, session, onJump }} />}
        </LazyComponent>
      )}
      renderComposer={({ onSend, ...given }) =>
        group.is_member ? (
          <>
            {/* Kept with its draft, but not shown, during a timeout. */}
            <div hidden={group.timeout_until !== null}>
              <RoomComposer
                groupId={groupId}
                account={account}
                {...given}
                onSend={
                  onSend && ((draft) => parts.code?.slowModeRefusal(group, given.mode) ?? onSend(draft))
                }
              />
            </div>
            {/* Below the input: the chip of who will hear is above it. */}
            <LazyComponent component={parts} failed={nothing}>
              {({ RoomLimits }) => <RoomLimits {...{ group, account, session }} />}
            </LazyComponent>
          </>
        ) : (
          <LazyReaderBar group={group} />
        )
      }
    />
  );
}
