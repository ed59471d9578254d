import { notificationWaysOf, type ActivityItem, type NotifiedKind } from '@adda/contract/activity';
import type { PushPayload } from '@adda/contract/push';
import type { Database } from '../../platform/database/index.ts';
import type { Activity } from '../activity/index.ts';
import { messageIdOf, messageRefOf, shortTextOf } from '../messages/index.ts';
import type { Rooms } from '../rooms/index.ts';
import type { Delivery } from './deliveries.repository.ts';
import * as stored from './push-places.repository.ts';
import { isQuiet } from './push-rules.policy.ts';
import { activityPayload, messagePayload } from './push-text.policy.ts';
import type { PushMessage, Subscription } from './push.types.ts';
import type { Subscriptions } from './subscriptions.service.ts';

/** How long push services keep what a browser has not fetched, in seconds: a day. */
const TTL_SECONDS = 24 * 60 * 60;

/** Why a delivery is not sent. */
export const DROP_REASONS = ['ended', 'quiet', 'off', 'gone', 'muted', 'open', 'replaced'] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** What becomes of a delivery. */
export type Decision =
  | { readonly delivery: Delivery; readonly drop: DropReason }
  | { readonly delivery: Delivery; readonly subscription: Subscription; readonly message: PushMessage };

type Deps = {
  readonly database: Pick<Database, 'db' | 'now'>;
  readonly subscriptions: Pick<Subscriptions, 'listOf'>;
  readonly activity: Pick<Activity, 'findItems'>;
  readonly rooms: Pick<Rooms, 'isOpenHere'>;
};

/** What is known of the deliveries of one decision, read at once. */
type Known = {
  readonly users: ReadonlyMap<number, stored.PushedUser>;
  readonly subscriptions: ReadonlyMap<number, Subscription>;
  readonly words: ReadonlyMap<number, stored.PushedWords>;
  readonly items: ReadonlyMap<string, ActivityItem | null>;
  readonly places: ReadonlyMap<string, stored.PushPlace>;
};

const placeKey = (userId: number, conversationId: number): string => `${userId} ${conversationId}`;

const conversationOf = (item: ActivityItem | null | undefined): number | undefined =>
  item?.subject.type === 'message' ? messageRefOf(item.subject.id)?.conversationId : undefined;

/** Creates the decision: what is still right to be pushed at this moment, and what it says (PN-03). */
export function createPushDecision({ database, subscriptions, activity, rooms }: Deps) {
  const { db, now } = database;

  async function itemsOf(deliveries: readonly Delivery[]): Promise<Known['items']> {
    const items = new Map<string, ActivityItem | null>();
    const byUser = Map.groupBy(
      deliveries.filter(({ itemId }) => itemId !== null),
      ({ userId }) => userId,
    );
    for (const [userId, own] of byUser) {
      const ids = [...new Set(own.flatMap(({ itemId }) => itemId ?? []))];
      for (const [id, item] of await activity.findItems(userId, ids)) items.set(id, item);
    }
    return items;
  }

  async function read(deliveries: readonly Delivery[]): Promise<Known> {
    const userIds = [...new Set(deliveries.map(({ userId }) => userId))];
    const [users, ofUsers, words, items] = [
      await stored.listPushedUsers(db, userIds),
      await subscriptions.listOf(userIds),
      await stored.listUnreadWords(db, deliveries),
      await itemsOf(deliveries),
    ];
    const wanted = deliveries.flatMap(({ userId, conversationId, itemId }) => {
      const id = conversationId ?? conversationOf(items.get(itemId ?? ''));
      return id === undefined ? [] : [{ userId, conversationId: id }];
    });
    const places = await stored.listPlaces(db, wanted);
    return {
      users: new Map(users.map((user) => [user.id, user])),
      subscriptions: new Map(ofUsers.map((one) => [one.id, one])),
      words,
      items,
      places: new Map(places.map((place) => [placeKey(place.userId, place.conversationId), place])),
    };
  }

  function isOpen({ userId, isOpen: isChatOpen, groupId }: stored.PushPlace): boolean {
    return isChatOpen || (groupId !== null && rooms.isOpenHere(userId, groupId));
  }

  function judge(delivery: Delivery, known: Known): Decision {
    const user = known.users.get(delivery.userId);
    const subscription = known.subscriptions.get(delivery.subscriptionId);
    if (!user || !subscription || subscription.userId !== user.id) return { delivery, drop: 'ended' };
    if (user.quietHours && isQuiet(user.quietHours, now())) return { delivery, drop: 'quiet' };
    const { itemId, conversationId, sequence } = delivery;
    const item = itemId === null ? undefined : known.items.get(itemId);
    const ways = notificationWaysOf(user.notifications);
    const kind: NotifiedKind | undefined = itemId === null ? 'message' : item?.kind;
    if (item === null || (kind && !(ways[kind].in_app && ways[kind].push))) return { delivery, drop: 'off' };
    const inConversation = conversationId ?? conversationOf(item);
    const place =
      inConversation === undefined ? undefined : known.places.get(placeKey(user.id, inConversation));
    const words = known.words.get(delivery.id);
    if (itemId === null ? !words || !place : !item || item.is_read) return { delivery, drop: 'gone' };
    if (place && isMutedFor(place, kind)) return { delivery, drop: 'muted' };
    if (place && isOpen(place)) return { delivery, drop: 'open' };
    const payload = payloadOf({ item, place, words, sequence, user });
    if (!payload) return { delivery, drop: 'gone' };
    return { delivery, subscription, message: { payload, ttlSeconds: TTL_SECONDS } };
  }

  /** Decides about deliveries; of those of a browser with one tag only the newest is sent. */
  return async (deliveries: readonly Delivery[]): Promise<Decision[]> => {
    const known = await read(deliveries);
    const sent = new Set<string>();
    return deliveries
      .toReversed()
      .map((delivery) => judge(delivery, known))
      .map((decision): Decision => {
        if ('drop' in decision) return decision;
        const { delivery, message } = decision;
        const key = `${delivery.subscriptionId} ${message.payload.tag}`;
        if (sent.has(key)) return { delivery, drop: 'replaced' };
        sent.add(key);
        return decision;
      });
  };
}

/** In rooms, a mute is for mentions and replies only if it says so (GR-07); in private chats it is for everything. */
function isMutedFor({ isMuted, mutesMentions, groupId }: stored.PushPlace, kind: NotifiedKind | undefined) {
  const namesReader = groupId !== null && (kind === 'mention' || kind === 'reply');
  return isMuted && (!namesReader || mutesMentions);
}

type Told = Pick<Delivery, 'sequence'> & {
  readonly item: ActivityItem | undefined;
  readonly place: stored.PushPlace | undefined;
  readonly words: stored.PushedWords | undefined;
  readonly user: stored.PushedUser;
};

function payloadOf({ item, place, words, sequence, user }: Told): PushPayload | undefined {
  if (item) return activityPayload(item, place, user.preview);
  if (!words || !place || sequence === null) return undefined;
  const messageId = messageIdOf(place.conversationId, sequence);
  return messagePayload({ messageId, sequence, words: shortTextOf(words), place }, user.preview);
}
