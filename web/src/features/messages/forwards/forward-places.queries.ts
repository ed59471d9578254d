import { GROUP_LIST_LIMIT } from '@adda/contract/rooms';
import type { ForwardPlace } from '@adda/contract/messages';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { showsPeople } from '../../../platform/people-queries.ts';

/** A place that the dialog offers. */
export type OfferedPlace = {
  readonly place: ForwardPlace;
  /** The name of the room, or the username. */
  readonly name: string;
  readonly picture: string | null;
};

/** Unique among all places. */
export const placeKey = (place: ForwardPlace): string =>
  'group_id' in place ? place.group_id : `@${place.recipient}`;

/** The private chats and rooms of the user, the most recent first. */
export const ownPlaces = () =>
  queryOptions({
    queryKey: ['messages', 'forward places'] as const,
    queryFn: async ({ signal }): Promise<readonly OfferedPlace[]> => {
      const [chats, rooms] = await Promise.all([
        api('GET /messages/conversations', { query: {}, signal, landing: '/error' }),
        api('GET /groupchat/groups', {
          query: { page: 1, limit: GROUP_LIST_LIMIT },
          signal,
          landing: '/error',
        }),
      ]);
      const places = [
        ...chats.conversations.map(({ username, profile_picture: picture, latest_message: latest }) => ({
          at: latest.timestamp,
          shown: { place: { recipient: username }, name: username, picture },
        })),
        ...rooms.groups
          .filter((group) => group.is_member)
          .map(({ group_id: groupId, name, last_message_at: at }) => ({
            at: at ?? '',
            shown: { place: { group_id: groupId }, name, picture: null },
          })),
      ];
      return places.toSorted((one, other) => other.at.localeCompare(one.at)).map(({ shown }) => shown);
    },
    staleTime: 0,
    meta: showsPeople,
  });

/** The users and the user's rooms that a text finds; the previous result stays until the next one arrives. */
export const foundPlaces = (text: string) =>
  queryOptions({
    queryKey: ['messages', 'forward places', text] as const,
    queryFn: async ({ signal }): Promise<readonly OfferedPlace[]> => {
      const { people, rooms } = await api('GET /search', { query: { q: text }, signal });
      return [
        ...people.map(({ username, profile_picture: picture }) => ({
          place: { recipient: username },
          name: username,
          picture,
        })),
        ...rooms
          .filter((group) => group.is_member)
          .map(({ group_id: groupId, name }) => ({ place: { group_id: groupId }, name, picture: null })),
      ];
    },
    placeholderData: keepPreviousData,
    enabled: text !== '',
    meta: showsPeople,
  });
