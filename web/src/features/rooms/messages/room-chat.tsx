import { displayedName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { LockKeyhole, MessageCircle } from 'lucide-react';
import type { Group } from '@adda/contract/rooms';
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
} from '../../messages/index.ts';
import { whisperNames } from '../composer/whisper.ts';
import { useRoomDialogs } from '../room-dialogs.tsx';
import { prefetchedRoomComponents } from '../room-prefetch.ts';
import type { RoomSession } from '../room-session.ts';
import { LazyReaderBar } from '../room-lazy.tsx';
import { may } from '../room-rights.ts';
import { roomConversation } from './room-conversation.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { useMention } from '../composer/use-mention.tsx';

const tools = {
  imageDialog: lazyComponent(() => import('../composer/image-dialog.tsx')),
  hasVideo: true,
};

/** The message input of a room: with videos, and with name suggestions for whispers (GC-14 to GC-18, GC-03). */
export function RoomComposer(props: ComposerProps & { groupId: string; account: string }) {
  const { groupId, account, draft, input } = props;
  const { t } = useLingui();
  const isWide = useIsWide();
  const { setText } = useText(props);
  const mention = useMention({ groupId, account, text: draft.text, onText: setText, input });
  return (
    <Composer
      {...props}
      tools={tools}
      placeholder={isWide ? t`Say something or whisper @username` : t`Chat or @username`}
      readNames={whisperNames}
      mention={mention}
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

/** The actions on messages of a room, and the open menu or dialog. */
export function useRoomMessageActions(group: Group, account: string) {
  const { t } = useLingui();
  const dialogs = useRoomDialogs();
  const whisper = (sender: string): MessageAction => {
    const name = displayedName(sender);
    return {
      id: 'whisper',
      label: t`Whisper to ${name}`,
      icon: <LockKeyhole className="size-4" />,
      run: () => dialogs.whisperTo(sender),
    };
  };
  const listEntries: ListMenuEntries = ({ _id: messageId, sender, is_private: isWhisper }, entries) => {
    const isOwn = sender === account;
    const mayDelete = (may(group, 'delete_any') && !isWhisper) || (isOwn && may(group, 'delete_own'));
    return [
      ...(!isOwn && may(group, 'send') ? [whisper(sender)] : []),
      entries.profile(() => dialogs.openProfile(sender)),
      ...(isOwn ? [] : [entries.report(() => dialogs.openReport({ username: sender, messageId }))]),
      ...(mayDelete
        ? [entries.delete(<Trans>It goes for everybody here. This can't be undone.</Trans>)]
        : []),
    ];
  };
  return useMessageActions({
    conversation: roomConversation(group.group_id),
    account,
    onProfile: dialogs.openProfile,
    listEntries,
    mayReact: group.is_member,
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
