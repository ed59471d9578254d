import type { InboxItem } from '@adda/contract/inbox';
import { placeAt, placeKey } from './conversation-place.ts';

/** What a shown notification leads to; stored with it. */
export type NotificationTarget = {
  /** The path that a press opens. */
  readonly url: string;
  /** The message that was pushed, if it is about one. */
  readonly messageId?: string | undefined;
};

type Registration = Pick<ServiceWorkerRegistration, 'getNotifications'>;

/** Reads the target of a notification of this app. */
export function targetOf({ data }: Pick<Notification, 'data'>): NotificationTarget {
  const { url, messageId }: { url?: unknown; messageId?: unknown } = Object(data);
  return {
    url: typeof url === 'string' ? url : '/v1',
    ...(typeof messageId === 'string' && { messageId }),
  };
}

/** Returns the conversation of a notification; undefined if it is about something else. */
function conversationOf(notification: Notification): string | undefined {
  const place = placeAt(targetOf(notification).url);
  return place && placeKey(place);
}

/** Takes back the notifications of conversations for which `isOver` is true (PN-03). */
export async function takeBack(
  registration: Registration,
  isOver: (conversation: string) => boolean,
): Promise<void> {
  for (const notification of await registration.getNotifications()) {
    const conversation = conversationOf(notification);
    if (conversation !== undefined && isOver(conversation)) notification.close();
  }
}

/** The conversations with unread messages: the first page of them. */
export type UnreadPage = { readonly items: readonly InboxItem[]; readonly next_cursor: string | null };

const keyOf = (item: InboxItem): string => (item.kind === 'room' ? item.group_id : `@${item.username}`);

/**
 * Takes back the notifications of conversations that were read meanwhile, here or on another device (PN-03). Asks for the unread
 * ones only while notifications are shown; what is behind the first page is not known to be read, and stays. Resolves with that
 * page, if it was asked for.
 */
export async function takeBackRead(
  registration: Registration,
  readUnread: () => Promise<UnreadPage | undefined>,
): Promise<UnreadPage | undefined> {
  const shown = await registration.getNotifications();
  if (!shown.some((notification) => conversationOf(notification) !== undefined)) return undefined;
  const unread = await readUnread();
  if (unread?.next_cursor === null) {
    const keys = new Set(unread.items.map(keyOf));
    await takeBack(registration, (conversation) => !keys.has(conversation));
  }
  return unread;
}
