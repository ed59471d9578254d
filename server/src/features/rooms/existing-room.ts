import { groupId as groupIdSchema } from '@adda/contract/kernel';
import { appError } from '../../platform/errors.ts';
import type { Room } from './rooms.types.ts';

/** Checks the form of a room's id and that there is such a room; throws `invalid_group_id` or `group_not_found`. */
export async function existingRoom(groupId: string, find: () => Promise<Room | undefined>): Promise<Room> {
  if (!groupIdSchema.safeParse(groupId).success) throw appError('invalid_group_id');
  const room = await find();
  if (!room) throw appError('group_not_found', { id: groupId });
  return room;
}
