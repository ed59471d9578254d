import type { InboxItem } from '@adda/contract/inbox';
import type { Queryable } from '../../platform/database/index.ts';
import type { InboxPlace } from '../live/index.ts';
import {
  findMembersAmong,
  resolveRows,
  type ChangedRow,
  type ResolvedRow,
} from './inbox-events.repository.ts';
import { readDraftRows, readInboxRows, type InboxRow } from './inbox.repository.ts';
import type { Inbox } from './inbox.service.ts';

/** A row of one user to read and send. `removed` is what an event says if it is gone; undefined where it can't be. */
export type DueRow = {
  /** The same for every change of the row. */
  readonly key: string;
  readonly userId: number;
  readonly conversationId: number | undefined;
  readonly peerId: number | undefined;
  readonly removed: { readonly group_id: string } | { readonly username: string } | undefined;
};

const keyOf = (userId: number, id: number | string): string => `${userId} ${id}`;

/** Returns a text that is the same for equal changes. */
export const keyOfChange = ({ userId, place }: ChangedRow): string => keyOf(userId, JSON.stringify(place));

/** Returns the rows that changes name. */
export async function rowsOfChanges(db: Queryable, changes: readonly ChangedRow[]): Promise<DueRow[]> {
  if (changes.length === 0) return [];
  return (await resolveRows(db, changes)).map((row, at) => dueRowOf(row, changes[at]?.place));
}

/** Returns the rows of those of the users who are members of the conversations. */
export async function rowsOfMembers(
  db: Queryable,
  conversationIds: readonly number[],
  userIds: readonly number[],
): Promise<DueRow[]> {
  if (conversationIds.length === 0) return [];
  const places = await findMembersAmong(db, conversationIds, userIds);
  return places.map(({ userId, conversationId }) => ({
    key: keyOf(userId, conversationId),
    userId,
    conversationId,
    peerId: undefined,
    removed: undefined,
  }));
}

/** Reads rows as they are now; without `item` those that are gone. */
export async function readDueRows(
  db: Queryable,
  inbox: Pick<Inbox, 'itemsOf'>,
  due: readonly DueRow[],
): Promise<{ readonly row: DueRow; readonly item: InboxItem | undefined }[]> {
  const rows = await withNewChats(db, due);
  const places = rows.flatMap(({ userId, conversationId }) =>
    conversationId === undefined ? [] : [{ userId, conversationId }],
  );
  const drafts = rows.flatMap(({ userId, conversationId, peerId }) =>
    conversationId === undefined && peerId !== undefined ? [{ userId, peerId }] : [],
  );
  const found = [
    ...(places.length > 0 ? await readInboxRows(db, places) : []),
    ...(drafts.length > 0 ? await readDraftRows(db, drafts) : []),
  ];
  const items = new Map<string, InboxItem>();
  for (const own of Map.groupBy(found, ({ viewer }) => viewer.userId).values()) {
    const [first] = own;
    if (!first) continue;
    for (const [row, item] of await inbox.itemsOf(first.viewer, own)) items.set(keyOfRow(row), item);
  }
  return rows.map((row) => ({ row, item: items.get(row.key) }));
}

/**
 * Returns the rows, those of private chats that began while they waited with their conversations: without it, a row that has just
 * begun would be reported as gone.
 */
async function withNewChats(db: Queryable, rows: readonly DueRow[]): Promise<readonly DueRow[]> {
  const without = rows.flatMap(({ userId, conversationId, peerId }) =>
    conversationId === undefined && peerId !== undefined ? [{ userId, place: { peerId } }] : [],
  );
  if (without.length === 0) return rows;
  const known = rows.filter(
    ({ conversationId, peerId }) => conversationId !== undefined || peerId === undefined,
  );
  const resolved = await rowsOfChanges(db, without);
  return [...new Map([...known, ...resolved].map((row) => [row.key, row])).values()];
}

const keyOfRow = ({ viewer, id }: InboxRow): string => keyOf(viewer.userId, id);

/** Returns the row of a change; its key is that of {@link InboxRow}, or the name of a place that is no more. */
function dueRowOf(
  { userId, conversationId, peerId, ...names }: ResolvedRow,
  place: InboxPlace = { peerId: peerId ?? 0 },
): DueRow {
  const groupId = 'groupId' in place ? place.groupId : names.groupId;
  const username = 'username' in place ? place.username : names.username;
  const id = conversationId ?? (peerId === undefined ? JSON.stringify(place) : -peerId);
  const named = username === undefined ? undefined : { username };
  const removed = groupId === undefined ? named : { group_id: groupId };
  return { key: keyOf(userId, id), userId, conversationId, peerId, removed };
}
