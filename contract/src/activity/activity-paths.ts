import type { ActivityItem } from './activity.schemas.ts';

/** Returns the path of a room or a private chat, with the sequence of the message it opens at (FT-07). */
export function chatHref(
  chat: { readonly groupId: string } | { readonly username: string },
  sequence?: number,
): string {
  const path = 'groupId' in chat ? `group/${chat.groupId}` : `chat/${encodeURIComponent(chat.username)}`;
  return `/v1/${path}${sequence === undefined ? '' : `?m=${sequence}`}`;
}

/** Returns the path of a post. */
export const postHref = (mediaId: string): string => `/post/${mediaId}`;

/** Returns the sequence of a message, which is the second part of its id. */
function sequenceOf(messageId: string): number | undefined {
  const sequence = Number.parseInt(messageId.split('-')[1] ?? '', 36);
  return Number.isSafeInteger(sequence) && sequence > 0 ? sequence : undefined;
}

/**
 * Returns the address to which an item leads (NT-02): the very message, comment or post, the person, the room with its
 * invitation, or the devices. Undefined for what is no place: payouts, and what the operators say.
 */
export function hrefOf({ kind, actors, subject }: ActivityItem): string | undefined {
  const { type, id, group_id: groupId, username } = subject;
  // The subject of follows is the reader: the newest follower is of more interest.
  const follower = kind === 'follow' ? actors[0]?.username : undefined;
  switch (type) {
    case 'message':
      if (groupId !== undefined) return chatHref({ groupId }, sequenceOf(id));
      return username === undefined ? undefined : chatHref({ username }, sequenceOf(id));
    case 'post':
      return postHref(id);
    case 'comment':
      return subject.post_id === undefined ? undefined : `${postHref(subject.post_id)}#comment-${id}`;
    case 'group':
      return subject.invite_code === undefined ? chatHref({ groupId: id }) : `/join/${subject.invite_code}`;
    case 'user':
      return `/profile/${encodeURIComponent(follower ?? id)}`;
    case 'session':
      return '/v1/settings/security';
    case 'order':
    case 'report':
      return undefined;
  }
}
