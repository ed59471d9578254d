import { displayedName } from '@adda/contract/accounts';
import type { ActivityItem, ActivityKind } from '@adda/contract/activity';

/** Most characters of a name in a sentence. */
const NAME_MAX = 40;

/** What programs would turn into a link: a stranger's name must not be one. */
const LIKE_A_LINK = /[/@:\\]|\p{L}\.\p{L}/u;

/** Returns the name by which a sentence calls a user. */
export function nameOf({ username, display_name: given }: ActivityItem['actors'][number]): string {
  const name = given.replace(/[\p{C}\p{Z}\s]+/gu, ' ').trim();
  return name === '' || LIKE_A_LINK.test(name) || name.length > NAME_MAX ? displayedName(username) : name;
}

const others = (count: number): string => (count === 1 ? '1 other' : `${count} others`);

/** Who did it: 'esha', 'esha and omar', 'esha and 3 others'. */
function whoOf({ actors, actor_count: count }: ActivityItem): string {
  const [first, second] = actors.map(nameOf);
  if (first === undefined) return count > 1 ? `${count} people` : 'Somebody';
  if (count <= 1) return first;
  return count === 2 && second !== undefined ? `${first} and ${second}` : `${first} and ${others(count - 1)}`;
}

function mentionOf({ subject }: ActivityItem): string {
  if (subject.type === 'comment') return 'mentioned you in a comment';
  if (subject.type === 'post') return 'mentioned you in a post';
  return subject.group_id === undefined ? 'mentioned you' : 'mentioned you in a room';
}

/** The sentence of each kind; `who` names the actors, and kinds of the operators don't use it. */
const sentences: Readonly<Record<ActivityKind, (item: ActivityItem, who: string) => string>> = {
  like: ({ subject }, who) => `${who} liked your ${subject.type === 'comment' ? 'comment' : 'post'}`,
  comment: (_item, who) => `${who} commented on your post`,
  comment_reply: (_item, who) => `${who} replied to your comment`,
  follow: ({ actor_count: count }, who) => `${who} now ${count > 1 ? 'follow' : 'follows'} you`,
  follow_request: (_item, who) => `${who} asked to follow you`,
  mention: (item, who) => `${who} ${mentionOf(item)}`,
  reply: (_item, who) => `${who} replied to your message`,
  emoji_reaction: (_item, who) => `${who} reacted to your message`,
  gift: (_item, who) => `${who} gave you a gift`,
  subscription: (_item, who) => `${who} subscribed to you`,
  payout: () => 'There is news about your payout',
  invite: (_item, who) => `${who} invited you to a room`,
  moderation: () => 'A message from the people who look after Adda',
  export_ready: () => 'The copy of your data is ready',
  security: () => 'You logged in on a new device',
  announcement: () => 'News from Adda',
};

/** Returns what happened as a sentence without a full stop: 'esha and 3 others liked your post'. It has no words of users. */
export const sentenceOf = (item: ActivityItem): string => sentences[item.kind](item, whoOf(item));
