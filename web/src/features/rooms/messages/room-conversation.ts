import { GROUP_POLL_MS } from '@adda/contract/rooms';
import { api } from '../../../platform/api.ts';
import type { Conversation } from '../../messages/index.ts';
import { roomKeys } from '../rooms.queries.ts';

const landing = '/error';
const made = new Map<string, Conversation>();

/** Implements `Conversation` for a room; returns the same object for the same room. */
export function roomConversation(groupId: string): Conversation {
  const known = made.get(groupId);
  if (known) return known;
  const conversation: Conversation = {
    id: groupId,
    searchedBy: { group_id: groupId },
    keys: { messages: roomKeys.messages(groupId), catchUp: roomKeys.catchUp(groupId) },
    pollMs: GROUP_POLL_MS,
    hidesOthers: false,
    linkTo: ({ sequence }) => `${location.origin}/chats/room/${groupId}?m=${sequence}`,
    async readUpTo() {
      // Nothing is read by this: a lower position changes nothing.
      const body = { group_id: groupId, up_to: 0 };
      return (await api('POST /conversations/read', { body, landing, changesNothing: true })).up_to;
    },
    readHistory: (range, signal) =>
      api('GET /groupchat/group-messages', { query: { group_id: groupId, ...range }, signal, landing }),
    readMessage: (id) => api('GET /groupchat/messages/:id', { params: { id }, landing }),
    async deleteMessages(ids) {
      const body = ids ? { message_ids: ids } : { group_id: groupId };
      await api('POST /groupchat/delete_messages', { body, landing });
    },
  };
  made.set(groupId, conversation);
  return conversation;
}
