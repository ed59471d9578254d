import type { RoomName } from '../../platform/realtime/index.ts';
import { createNodeMarks } from './node-marks.service.ts';

/** A conversation as one user names it: a room, the other user of a private chat, or either by its conversation. */
export type InboxPlace =
  | { readonly groupId: string }
  | { readonly peerId: number }
  | { readonly username: string }
  | { readonly conversationId: number };

/**
 * What changed in inboxes (HM-01): the messages of a conversation, for all its members, or the row of one user, which may be
 * gone.
 */
export type InboxChange =
  | { readonly conversationId: number }
  | { readonly userId: number; readonly place: InboxPlace };

/** Creates the channel of changes of inboxes to every node with main screens of the users. */
export const createInboxChanges = (send: (marks: ReadonlyMap<RoomName, number>) => void) =>
  createNodeMarks<InboxChange>({ prefix: 'inbox:', textOf, parse: changeOf, send });

/** Returns the text of a change: `<conversation>`, or `<user>:<kind of place>:<place>`. */
function textOf(change: InboxChange): string {
  if (!('userId' in change)) return `${change.conversationId}`;
  const { userId, place } = change;
  const [[kind, name] = []] = Object.entries(place);
  return `${userId}:${kind}:${name}`;
}

/** Parses the text of a change; undefined for one of a newer version. */
function changeOf(text: string): InboxChange | undefined {
  const [id, kind, ...rest] = text.split(':');
  const name = rest.join(':');
  if (kind === undefined) return { conversationId: Number(id) };
  const place = placeOf(kind, name);
  return place && { userId: Number(id), place };
}

function placeOf(kind: string, name: string): InboxPlace | undefined {
  if (kind === 'groupId') return { groupId: name };
  if (kind === 'peerId') return { peerId: Number(name) };
  if (kind === 'username') return { username: name };
  return kind === 'conversationId' ? { conversationId: Number(name) } : undefined;
}
