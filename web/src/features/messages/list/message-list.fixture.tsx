import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { roomConversation } from '../../rooms/messages/room-conversation.ts';
import { GROUP_ID, messageAt, pageOf } from '../../rooms/rooms.fixture.ts';
import { openStore } from '../history/message-store.ts';
import type { MessageActions } from './message-actions.ts';
import { MessageList, type MessageListProps } from './message-list.tsx';
import type { ListPlaces } from './reading-place.ts';

const nothing = () => undefined;

/** A list at its newest messages, for tests. */
export const noPlaces: ListPlaces = {
  target: undefined,
  isOpening: false,
  hasFormer: false,
  isLoadingNewer: false,
  hasNewerFailed: false,
  onLoadNewer: nothing,
  onJump: nothing,
  onBack: nothing,
  onLatest: nothing,
  onKeep: nothing,
  steps: { key: '', show: () => Promise.resolve(false), setFormer: nothing },
};

/** Actions of a room's list that do nothing. */
const noActions: MessageActions = {
  conversation: roomConversation(GROUP_ID),
  mayReact: true,
  menuOf: undefined,
  selected: undefined,
  setOpen: nothing,
  onReact: nothing,
  onReply: nothing,
  onEdit: nothing,
  connectComposer: () => nothing,
  onWho: nothing,
  onMenu: nothing,
  onSheet: nothing,
  onRun: nothing,
  onProfile: nothing,
  onOpenImage: nothing,
  onRefreshImage: () => Promise.resolve(undefined),
};

/** The properties of a list in which a test changes some. */
export type GivenListProps = Partial<Omit<MessageListProps, 'actions'>> & {
  readonly actions?: Partial<MessageActions>;
};

/** Returns the properties of a room's list of one message, read by `me`; every callback does nothing. */
export const listPropsOf = ({ actions, ...given }: GivenListProps = {}): MessageListProps => ({
  store: openStore(pageOf([messageAt(1)])),
  pending: [],
  account: 'me',
  readTo: 0,
  isCaughtUp: true,
  isLoadingOlder: false,
  hasOlderFailed: false,
  places: noPlaces,
  onLoadOlder: nothing,
  onRead: nothing,
  onLeave: nothing,
  onRetry: nothing,
  onPutBack: nothing,
  onDelete: nothing,
  ...given,
  actions: { ...noActions, ...actions },
});

/** No profile pictures. */
const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });

/** The list without profile pictures. */
export const TestMessageList = (props: MessageListProps) => (
  <QueryClientProvider client={client}>
    <MessageList {...props} />
  </QueryClientProvider>
);
