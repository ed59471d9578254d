import { useMemo, useState, type ReactNode } from 'react';
import { userStorageKey } from '../../../platform/user-storage.ts';
import type { ChatMessage, Conversation } from '../history/conversation.ts';
import { firstStore } from '../history/store-state.ts';
import { prefetchedComponents, usePrefetch } from '../prefetch.ts';
import type { MessageActions } from './message-actions.ts';
import { MessageList } from './message-list.tsx';
import { storedPlace, type ListPlaces, type ListTarget } from './reading-place.ts';

const nothing = () => undefined;

/** The actions of a reader who is not a member: none. */
const noActions = (
  conversation: Conversation,
  filesOf: (message: ChatMessage) => ReactNode,
): MessageActions => ({
  conversation,
  filesOf,
  mayReact: false,
  onReact: nothing,
  onWho: nothing,
  onProfile: undefined,
  onReply: nothing,
  onEdit: nothing,
  connectComposer: () => nothing,
  onOpenImage: nothing,
  onRefreshImage: async () => undefined,
  onMenu: nothing,
  onSheet: nothing,
  onRun: nothing,
  menuOf: undefined,
  selected: undefined,
  setOpen: nothing,
});

/** The list opens at its end. The place is stored, so that the chat opens there after joining. */
function usePlaces(account: string, conversationId: string): ListPlaces {
  const key = userStorageKey('place', account, conversationId);
  const [target, setTarget] = useState<ListTarget>();
  return useMemo(
    () => ({
      target,
      isOpening: false,
      hasFormer: false,
      isLoadingNewer: false,
      hasNewerFailed: false,
      onLoadNewer: nothing,
      onJump: nothing,
      onBack: nothing,
      onLatest: () => setTarget((last) => ({ id: (last?.id ?? 0) + 1 })),
      onKeep: (place) => storedPlace.set(key, place),
      steps: { key, show: async () => false, setFormer: nothing },
    }),
    [key, target],
  );
}

export type ReadOnlyMessagesProps = {
  conversation: Conversation;
  account: string;
  /** Ascending by `sequence`. */
  messages: readonly ChatMessage[];
  /** Shown above the first message. */
  topNote: ReactNode;
  /** What stands for the files of a message; null if it has none. */
  filesOf: (message: ChatMessage) => ReactNode;
};

/** The messages of a conversation for a reader who is not in it: the list of the chat without actions (HM-06). */
export function ReadOnlyMessages(props: ReadOnlyMessagesProps) {
  const { conversation, account, messages, topNote, filesOf } = props;
  usePrefetch(true, prefetchedComponents);
  const store = useMemo(
    () =>
      firstStore({
        messages,
        has_more: false,
        last_sequence: messages.at(-1)?.sequence ?? 0,
        revision: 0,
        cleared_to: 0,
        deleted_sequences: [],
      }),
    [messages],
  );
  const actions = useMemo(() => noActions(conversation, filesOf), [conversation, filesOf]);
  return (
    <MessageList
      store={store}
      pending={[]}
      account={account}
      readTo={0}
      isCaughtUp
      isLoadingOlder={false}
      hasOlderFailed={false}
      onLoadOlder={nothing}
      places={usePlaces(account, conversation.id)}
      topNote={topNote}
      onRead={nothing}
      onLeave={nothing}
      onRetry={nothing}
      onPutBack={nothing}
      onDelete={nothing}
      actions={actions}
    />
  );
}
