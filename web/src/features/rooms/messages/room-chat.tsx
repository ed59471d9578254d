import { Trans } from '@lingui/react/macro';
import { MessageCircle } from 'lucide-react';
import type { Group } from '@adda/contract/rooms';
import { EmptyState } from '../../../ui/view-states.tsx';
import { LazyGiftShow } from '../../gifts/index.ts';
import {
  ChatView,
  usePrefetch,
  useMessageActions,
  type ChatMessage,
  type DraftState,
  type AllowedMessageActions,
} from '../../messages/index.ts';
import { RoomComposer } from '../composer/room-composer.tsx';
import { whisperNames } from '../composer/whisper.ts';
import { useRoomDialogs } from '../room-dialogs.tsx';
import { prefetchedRoomComponents } from '../room-prefetch.ts';
import type { RoomSession } from '../room-session.ts';
import { LazyReaderBar } from '../room-lazy.tsx';
import { may } from '../room-rights.ts';
import { roomConversation } from './room-conversation.ts';

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

/** The actions on messages of a room, and the open menu or dialog. */
export function useRoomMessageActions(group: Group, account: string) {
  const dialogs = useRoomDialogs();
  const offerOf = ({ _id: messageId, sender, is_private: isWhisper }: ChatMessage): AllowedMessageActions => {
    const isOwn = sender === account;
    return {
      onProfile: () => dialogs.openProfile(sender),
      onWhisper: !isOwn && may(group, 'send') ? () => dialogs.whisperTo(sender) : undefined,
      onReport: isOwn ? undefined : () => dialogs.openReport({ username: sender, messageId }),
      mayDelete: (may(group, 'delete_any') && !isWhisper) || (isOwn && may(group, 'delete_own')),
    };
  };
  return useMessageActions({
    conversation: roomConversation(group.group_id),
    account,
    onProfile: dialogs.openProfile,
    offerOf,
    deletionText: () => <Trans>It goes for everybody here. This can't be undone.</Trans>,
  });
}

/** An open room: messages, typing users and the input. */
export function RoomChat({ group, account, session, draftState }: RoomChatProps) {
  const { group_id: groupId } = group;
  const { actions, open } = useRoomMessageActions(group, account);
  usePrefetch(session !== undefined, prefetchedRoomComponents);
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
      notConnected={<Trans>You're not connected to this group.</Trans>}
      empty={empty}
      readNames={whisperNames}
      renderComposer={(given) =>
        group.is_member ? (
          <RoomComposer groupId={groupId} account={account} {...given} />
        ) : (
          <LazyReaderBar group={group} />
        )
      }
    />
  );
}
