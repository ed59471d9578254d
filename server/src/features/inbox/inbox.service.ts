import { INBOX_PAGE, UNREAD_CAP, type InboxFilter, type InboxItem } from '@adda/contract/inbox';
import type { Database } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { messageIdOf, type Messages } from '../messages/index.ts';
import type { Rooms } from '../rooms/index.ts';
import { listInbox, type InboxPosition, type InboxRow } from './inbox.repository.ts';

type Viewer = Pick<Actor, 'userId' | 'username'>;
type LatestMessage = InboxItem['latest_message'];

type Deps = {
  readonly database: Pick<Database, 'db'>;
  readonly messages: Pick<Messages, 'findPlaces'>;
  readonly rooms: Pick<Rooms, 'messageFor'>;
};

/** The rooms and private chats of users in one list (HM-01). */
export type Inbox = ReturnType<typeof createInboxService>;

/** Creates the list. */
export function createInboxService({ database: { db }, messages, rooms }: Deps) {
  /** Returns how messages of a user's private chats are shown; those of rooms need no lookup. */
  async function wiresOf(viewer: Viewer, rows: readonly InboxRow[]) {
    const chats = rows.flatMap(({ groupId, conversationId }) =>
      groupId === null && conversationId !== undefined ? [conversationId] : [],
    );
    const places = await messages.findPlaces(viewer, chats);
    return ({ groupId, conversationId, latest }: InboxRow): LatestMessage | undefined => {
      if (!latest || conversationId === undefined) return null;
      if (groupId !== null)
        return rooms.messageFor(viewer.userId, groupId, { conversationId, message: latest });
      return places.get(conversationId)?.toWire(latest);
    };
  }

  /** Returns the wire form of rows of one user; private chats that the user may not read any more are left out. */
  async function itemsOf(
    viewer: Viewer,
    rows: readonly InboxRow[],
  ): Promise<(readonly [InboxRow, InboxItem])[]> {
    const wireOf = await wiresOf(viewer, rows);
    return rows.flatMap((row) => {
      const latest = wireOf(row);
      return latest === undefined ? [] : [[row, itemOf(row, latest)] as const];
    });
  }

  return {
    /** Returns one page. Throws `invalid_parameters` for an unreadable cursor. */
    async list(
      viewer: Viewer,
      { filter, cursor }: { readonly filter: InboxFilter; readonly cursor?: string | undefined },
    ): Promise<{ readonly items: InboxItem[]; readonly next_cursor: string | null }> {
      const after = cursor ? readCursor(cursor) : undefined;
      if (cursor && !after) throw appError('invalid_parameters');
      const rows = await listInbox(db, { viewerId: viewer.userId, filter, after, limit: INBOX_PAGE + 1 });
      const page = rows.slice(0, INBOX_PAGE);
      const last = rows.length > page.length ? page.at(-1) : undefined;
      const items = await itemsOf(viewer, page);
      return { items: items.map(([, item]) => item), next_cursor: last ? writeCursor(last) : null };
    },

    itemsOf,
  };
}

/** Returns the wire form of a row. */
function itemOf(row: InboxRow, latest: LatestMessage): InboxItem {
  const { conversationId, draft, groupId, username } = row;
  const replyTo =
    conversationId === undefined || draft === undefined || draft.replySequence === null
      ? null
      : messageIdOf(conversationId, draft.replySequence);
  const fields = {
    name: row.name,
    picture: row.picture,
    unread_count: row.unreadCount,
    mention_count: Math.min(row.mentionCount, UNREAD_CAP),
    is_muted: row.isMuted,
    draft: draft ? { text: draft.text, reply_to: replyTo, updated_at: draft.updatedAt.toISOString() } : null,
    updated_at: row.updatedAt.toISOString(),
  };
  if (groupId === null)
    return {
      kind: 'private',
      username: username ?? '',
      is_online: row.isOnline,
      latest_message: latest && !('group_id' in latest) ? latest : null,
      ...fields,
    };
  const latestHere = latest && 'group_id' in latest ? latest : null;
  return { kind: 'room', group_id: groupId, is_online: null, latest_message: latestHere, ...fields };
}

/** Nine digits end before the year 9999: later times are not valid in SQL. */
const CURSOR = /^([0-9a-z]{1,9})\.(-?[0-9a-z]{1,11})$/;

/** Returns the opaque text of a cursor. It needs no URL escaping. */
const writeCursor = ({ updatedAt, id }: InboxPosition): string =>
  `${updatedAt.getTime().toString(36)}.${id.toString(36)}`;

/** Parses a cursor; undefined for any other text. */
function readCursor(text: string): InboxPosition | undefined {
  const [, time = '', id = ''] = CURSOR.exec(text) ?? [];
  const [updatedAt, place] = [Number.parseInt(time, 36), Number.parseInt(id, 36)];
  return Number.isSafeInteger(place) && updatedAt >= 0
    ? { updatedAt: new Date(updatedAt), id: place }
    : undefined;
}
