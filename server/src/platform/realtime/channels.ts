/**
 * The channels that nodes hear each other on (CL-01). Everything that is said to a user, or in a conversation, goes over one
 * channel, which only nodes with connections there subscribe to.
 */

/** Every node hears this channel: heartbeats, revocations and what goes to all users. */
export const EVERY_NODE = 'all';

/** Every node with connections hears this channel: delivery marks that name no user. */
export const ALL_MARKS = 'marks';

/** Rooms of one user that are named after them: `user:5`, `user:5:shell`, `chat:5:7`; and marks for them: `inbox:5:…`. */
const OF_USER = /^(?:user|chat|inbox):([^:]+)/;

/** Rooms that are channels of their own. */
const OF_ITSELF = /^(?:group|status|profile):/;

/**
 * Returns the channel of a room, or of a delivery mark. All rooms of a user share one channel, so that a message to their chat
 * and its line on their main screens are one publication.
 */
export function channelOf(room: string): string {
  if (OF_ITSELF.test(room)) return room;
  const [, user] = OF_USER.exec(room) ?? [];
  return user === undefined ? EVERY_NODE : `user:${user}`;
}

/** Whether a mark says that something changed, which nodes read again (`createNodeMarks`), and not how far a room was delivered. */
export const isChangeMark = (mark: string): boolean => /^(?:inbox|activity|profile-change):/.test(mark);

/** Returns the channel of a delivery mark: that of the user whom it names, else the one of all marks. */
export function channelOfMark(mark: string): string {
  // `inbox:12` is conversation 12; `inbox:5:peerId:7` is a row of user 5.
  if (mark.startsWith('inbox:') && mark.split(':').length === 2) return ALL_MARKS;
  const channel = channelOf(mark);
  return channel === EVERY_NODE ? ALL_MARKS : channel;
}
