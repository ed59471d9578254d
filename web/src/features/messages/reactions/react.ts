import { FIRST_REACTIONS, type Reaction } from '@adda/contract/messages';
import { api } from '../../../platform/api.ts';
import { toast } from '../../../ui/toast-store.ts';
import { changeStore } from '../history/message-history.ts';
import type { ChatMessage } from '../history/conversation.ts';
import { withFields } from '../history/message-order.ts';
import type { MessageStore } from '../history/message-store.ts';
import { changeAll } from '../history/quotes.ts';
import type { OutboxReaction, OutboxRequest } from '../outbox/outbox-entry.ts';
import { REACTION_ROUTE, reactionCall } from '../outbox/request-calls.ts';
import type { DeletionPlace } from '../list/delete-now.ts';

const RECENT_KEY = 'reactions/recent';

/** The emoji that are offered first: the last ones used in this browser, then the usual ones (RX-06). */
export const recentReactions = {
  list(): readonly string[] {
    const used = (localStorage.getItem(RECENT_KEY) ?? '').split(' ').filter((emoji) => emoji !== '');
    return [...new Set([...used, ...FIRST_REACTIONS])].slice(0, FIRST_REACTIONS.length);
  },
  add(emoji: string): void {
    localStorage.setItem(RECENT_KEY, [...new Set([emoji, ...recentReactions.list()])].join(' '));
  },
};

/** `reactions` as they are once `account` has added an emoji or removed it; the same array if that changes nothing. */
export function withOwn(
  reactions: readonly Reaction[],
  emoji: string,
  on: boolean,
  account: string,
): readonly Reaction[] {
  const existing = reactions.find((one) => one.emoji === emoji);
  if ((existing?.mine ?? false) === on) return reactions;
  if (!existing) return [...reactions, { emoji, count: 1, mine: true, usernames: [account] }];
  const others = existing.usernames.filter((name) => name !== account);
  const changed = {
    ...existing,
    mine: on,
    count: existing.count + (on ? 1 : -1),
    usernames: on ? [account, ...others] : others,
  };
  return reactions.flatMap((one) => (one !== existing ? [one] : changed.count > 0 ? [changed] : []));
}

/** The held messages with the reactions of this device that the server does not have yet (RX-06). */
export function withPendingReactions(
  store: MessageStore,
  requests: readonly OutboxRequest[],
  account: string,
): MessageStore {
  if (requests.length === 0) return store;
  const withOwnReactions = (message: ChatMessage): ChatMessage => {
    const { reactions: stored = [] } = message;
    if (message.is_deleted) return message;
    const shown = requests
      .filter((entry) => entry.kind === 'reaction')
      .filter(({ messageId }) => messageId === message._id)
      .reduce<readonly Reaction[]>((now, { emoji, on }) => withOwn(now, emoji, on, account), stored);
    return shown === stored ? message : withFields(message, { reactions: [...shown] });
  };
  return changeAll(store, (messages) => messages.map(withOwnReactions));
}

/** How the outbox of a conversation sends reactions; a refused one disappears with the server's text (RX-01, RX-06). */
export const reactionRequests = ({ client, conversation, account }: DeletionPlace) => ({
  async send(entry: OutboxReaction): Promise<void> {
    const { messageId: id, emoji, on } = entry;
    await api(REACTION_ROUTE, { ...reactionCall(entry), landing: '/error' });
    const withReaction = (message: ChatMessage): ChatMessage => {
      const { _id, is_deleted: isDeleted, reactions: before = [] } = message;
      if (_id !== id || isDeleted) return message;
      return withFields(message, { reactions: [...withOwn(before, emoji, on, account)] });
    };
    changeStore(client, conversation, (store) => changeAll(store, (messages) => messages.map(withReaction)));
  },
  onRefused: (_entry: OutboxReaction, text: string): void => void toast.problem(text),
});
