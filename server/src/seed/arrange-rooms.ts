import type { Group } from '@adda/contract/rooms';
import type { Client } from '../test/client.ts';
import { roomOf } from './community.ts';
import { expectDone } from './expect-done.ts';
import { sendForm, type PhotoName } from './send-form.ts';
import type { Person } from './talk.ts';

type Place = { readonly url: string; readonly client: Client };

/** A room after it was filled. */
export type FilledRoom = {
  readonly groupId: string;
  readonly owner: Person;
  readonly members: readonly Person[];
  readonly isPrivate: boolean;
};

type OpenRoom = Omit<FilledRoom, 'isPrivate'>;

/** Pictures by the name of the room. */
const PICTURES: Readonly<Record<string, PhotoName>> = {
  'Rooftop Nights': 'moon.webp',
  'Chai & Complaints': 'first-cup.webp',
  'Midnight Coders': 'liftoff.webp',
  'Poetry & Rain': 'violet-sky.webp',
};
/** The room that gets slow mode, and another owner. */
const SLOW_ROOM = 'Cricket Live';
const SLOW_MODE_S = 30;
/** The room that becomes private when its members are in: friends among themselves. */
const PRIVATE_ROOM = 'Sketch Club';

/**
 * Returns whether an earlier run has finished a room whose members can't join or write again as they did then: it is private
 * or has slow mode.
 */
export const isFinished = ({ visibility, slow_mode_s: slowModeS }: Group): boolean =>
  visibility === 'private' || slowModeS > 0;

/** Gives a room its picture, unless it has one. */
export async function showPicture({ url, client }: Place, room: Group, owner: Person): Promise<void> {
  const photo = PICTURES[room.name];
  if (!photo || room.picture !== null) return;
  const path = '/api/images/upload-image-preview/';
  const { image_id: pictureId } = await sendForm(url, owner, { path, fields: {}, photo });
  const parts = { params: { id: room.group_id }, body: { picture_id: pictureId } };
  expectDone(await client('PATCH /groupchat/groups/:id', parts, owner));
}

/**
 * Does to the n-th room what has to be last: one gets another owner (GR-05) and then slow mode, one becomes private. Returns
 * the room as it is then.
 */
export async function finish(client: Client, n: number, room: OpenRoom): Promise<FilledRoom> {
  const { name } = roomOf(n);
  const params = { id: room.groupId };
  const isPrivate = name === PRIVATE_ROOM;
  const owner = name === SLOW_ROOM ? await handOver(client, room) : room.owner;
  const body = {
    ...(name === SLOW_ROOM && { slow_mode_s: SLOW_MODE_S }),
    ...(isPrivate && { visibility: 'private' as const }),
  };
  if (Object.keys(body).length > 0)
    expectDone(await client('PATCH /groupchat/groups/:id', { params, body }, owner));
  return { ...room, owner, isPrivate };
}

/** Hands a room over from the first member to the second, unless an earlier run did. Returns the owner. */
async function handOver(
  client: Client,
  { groupId, owner, members: [first, second] }: OpenRoom,
): Promise<Person> {
  if (!second || owner !== first) return owner;
  const { data: room } = await client('GET /groupchat/groups/:id', { params: { id: groupId } }, owner);
  const body = { username: second.username, confirm_name: room.name };
  const params = { id: groupId };
  expectDone(await client('POST /groupchat/groups/:id/transfer', { params, body }, owner));
  return second;
}
