import type { ActivityItem } from '@adda/contract/activity';
import { sentenceOf } from '../../activity/index.ts';

/** Items that one mail lists; of others it has the number (NT-05). */
export const MISSED_LINES_MAX = 10;

/** Returns the path of the place that an item is about; `/v1`, where the bell is, for what is no place. */
export function pathOf({ subject }: ActivityItem): string {
  const { type, id, group_id: groupId, username, post_id: postId, invite_code: code } = subject;
  if (type === 'post') return `/post/${id}`;
  if (type === 'comment' && postId !== undefined) return `/post/${postId}#comment-${id}`;
  if (type === 'user') return `/profile/${encodeURIComponent(id)}`;
  if (type === 'group') return code === undefined ? `/v1/group/${id}` : `/join/${code}`;
  if (type === 'message' && groupId !== undefined) return `/v1/group/${groupId}`;
  if (type === 'message' && username !== undefined) return `/v1/chat/${encodeURIComponent(username)}`;
  return '/v1';
}

type Missed = {
  readonly username: string;
  /** The newest items; the mail has at most `MISSED_LINES_MAX` of them. */
  readonly items: readonly ActivityItem[];
  /** The number of all. */
  readonly count: number;
  readonly publicUrl: string;
  readonly unsubscribeUrl: string;
};

/** Returns the mail about what a user missed. */
export function missedMail({ username, items, count, publicUrl, unsubscribeUrl }: Missed) {
  const lines = items.slice(0, MISSED_LINES_MAX).map((item) => `- ${sentenceOf(item)}`);
  const more = count - lines.length;
  const [first] = items;
  const place = count === 1 && first ? pathOf(first) : '/v1';
  return {
    subject: 'What you missed on Adda',
    text: [
      `Hi ${username},`,
      '',
      'this happened while you were away:',
      '',
      ...lines,
      ...(more > 0 ? [`- and ${more} more`] : []),
      '',
      'Have a look whenever you like:',
      '',
      `${publicUrl}${place}`,
      '',
      'Take care,',
      'Adda',
      '',
      '--',
      'You asked for these mails; there is at most one a day.',
      'One press here, and there are no more of them:',
      '',
      unsubscribeUrl,
      '',
    ].join('\n'),
  };
}
