import { displayedName } from '@adda/contract/accounts';
import { chatHref, hrefOf, type ActivityItem, type NotificationPreview } from '@adda/contract/activity';
import { cutText } from '@adda/contract/messages';
import { PUSH_PAYLOAD_MAX_BYTES, type PushPayload } from '@adda/contract/push';
import { nameOf, sentenceOf } from '../activity/index.ts';
import type { PushPlace } from './push-places.repository.ts';

/** Most characters of a title: browsers show less. */
const TITLE_MAX = 100;

/** Kinds that are messages of a conversation: all of them share the notification of that conversation. */
const SPOKEN: ReadonlySet<string> = new Set(['message', 'mention', 'reply']);

const bytesOf = (payload: PushPayload): number => Buffer.byteLength(JSON.stringify(payload));

/** Returns the payload with as much of the body as fits into `PUSH_PAYLOAD_MAX_BYTES`; no grapheme is cut. */
export function fitPayload(payload: PushPayload): PushPayload {
  const title = payload.title.length > TITLE_MAX ? `${cutText(payload.title, TITLE_MAX)}…` : payload.title;
  const fitting = (body: string): PushPayload => ({ ...payload, title, body });
  let { body } = payload;
  for (let { length } = body; bytesOf(fitting(body)) > PUSH_PAYLOAD_MAX_BYTES && length > 0;) {
    length = Math.floor(length * 0.9);
    body = `${cutText(payload.body, length)}…`;
  }
  return fitting(body);
}

const tagOf = ({ groupId, username }: PushPlace): string =>
  groupId === null ? `chat:${username ?? ''}` : `room:${groupId}`;

/** The words by preview: of people and of the app, or of the app alone (PN-03). */
function shown(preview: NotificationPreview, isSpoken: boolean, title: string, name: string, words: string) {
  if (preview === 'none') return { title: isSpoken ? 'New message' : 'New activity', body: '' };
  return { title, body: preview === 'full' ? words : name };
}

type PrivateMessage = {
  readonly messageId: string;
  readonly sequence: number;
  readonly words: string;
  readonly place: PushPlace;
};

/** Returns what is pushed about a private message: the name of its sender and its words, as far as `preview` shows them. */
export function messagePayload(
  { messageId, sequence, words, place }: PrivateMessage,
  preview: NotificationPreview,
): PushPayload {
  const username = place.username ?? '';
  const name = place.displayName?.trim() || displayedName(username);
  return fitPayload({
    kind: 'message',
    tag: tagOf(place),
    ...shown(preview, true, name, '', words),
    url: chatHref({ username }, sequence),
    count: Math.max(place.unread, 1),
    message_id: messageId,
  });
}

/**
 * Returns what is pushed about an item of the activity: what happened as a sentence, and the words that it is about. `place`: the
 * conversation of a message; a mention or reply in a room stands under the room's name.
 */
export function activityPayload(
  item: ActivityItem,
  place: PushPlace | undefined,
  preview: NotificationPreview,
): PushPayload {
  const spoken = SPOKEN.has(item.kind) ? place : undefined;
  const sentence = sentenceOf(item);
  const [actor] = item.actors;
  const words = spoken?.roomName && actor ? `${nameOf(actor)}: ${item.excerpt}` : item.excerpt;
  const title = spoken?.roomName ?? sentence;
  return fitPayload({
    kind: item.kind,
    tag: spoken ? tagOf(spoken) : item.activity_id,
    ...shown(preview, spoken !== undefined, title, spoken?.roomName ? sentence : '', words),
    url: hrefOf(item) ?? '/v1',
    count: spoken ? Math.max(spoken.unread, 1) : 1,
    ...(spoken && { message_id: item.subject.id }),
  });
}
