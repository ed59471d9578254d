import type { Group, Pin } from '@adda/contract/rooms';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { may } from '../room-rights.ts';
import { roomKeys } from '../rooms.queries.ts';

/** The key of a room's pins, removed with its messages when the membership ends. */
export const pinsKey = (groupId: string) => [...roomKeys.messages(groupId), 'pins'];

/** The pinned messages of a room, the newest pin first (GR-04), for who may read them. */
export const pinsOf = (groupId: string) =>
  queryOptions({
    queryKey: pinsKey(groupId),
    queryFn: async ({ signal }): Promise<readonly Pin[]> => {
      const params = { id: groupId };
      return (await api('GET /groupchat/groups/:id/pins', { params, signal, landing: '/error' })).pins;
    },
    meta: showsPeople,
  });

/** The same, loaded only by who may read them: also by members of whose room only what a list says is known yet. */
export const roomPins = (group: Group) =>
  queryOptions({ ...pinsOf(group.group_id), enabled: group.is_member || may(group, 'read') });
