import { FIRST_REACTIONS, type Reaction } from '@adda/contract/messages';
import { api } from '../../../platform/api.ts';
import { ApiError } from '../../../platform/api-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import type { ChatMessage } from '../history/conversation.ts';
import { cachedStore, changeStore } from '../history/message-history.ts';
import { withFields } from '../history/message-order.ts';
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

/** The latest choice of the user for each reaction whose request is pending, by message and emoji. */
const wishes = new Map<string, boolean>();

/**
 * Adds an emoji to a message, or removes it (RX-01, RX-06): shown immediately, and rolled back with the server's text
 * if it is refused. A second press waits for the first request, so that the last one counts.
 */
export async function react(
  { client, conversation, account }: DeletionPlace,
  { _id: id, sequence }: ChatMessage,
  emoji: string,
  on: boolean,
): Promise<void> {
  const show = (isOn: boolean) => {
    const held = cachedStore(client, conversation)?.messages.find((one) => one.sequence === sequence);
    if (!held || held.is_deleted) return;
    const { reactions = [] } = held;
    const next = withOwn(reactions, emoji, isOn, account);
    if (next === reactions) return;
    changeStore(client, conversation, (store) => ({
      ...store,
      messages: store.messages.map((one) => (one === held ? withFields(one, { reactions: [...next] }) : one)),
    }));
  };
  const key = `${id} ${emoji}`;
  const isUnderWay = wishes.has(key);
  wishes.set(key, on);
  show(on);
  if (on) recentReactions.add(emoji);
  if (isUnderWay) return;
  // An event that arrives before the response, such as a reaction of another user, does not include this one yet.
  const cache = client.getQueryCache();
  const stop = cache.subscribe(({ query }) => {
    const wish = wishes.get(key);
    if (wish !== undefined && query === cache.find({ queryKey: conversation.keys.messages, exact: true })) {
      show(wish);
    }
  });
  let sent: boolean | undefined;
  try {
    for (let wish: boolean | undefined = on; wish !== undefined && wish !== sent; wish = wishes.get(key)) {
      sent = wish;
      // One after the other: the order counts.
      // oxlint-disable-next-line no-await-in-loop
      await api('POST /messages/:id/reactions', {
        params: { id },
        body: { emoji, on: wish },
        landing: '/error',
      });
    }
  } catch (error) {
    wishes.delete(key);
    show(!sent);
    toast.problem(error instanceof ApiError ? error.message : String(error));
  } finally {
    stop();
    wishes.delete(key);
  }
}
