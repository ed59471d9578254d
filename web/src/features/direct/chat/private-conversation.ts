import { api } from '../../../platform/api.ts';
import type { Conversation } from '../../messages/index.ts';
import { privateChatKeys } from './private-chat.queries.ts';

const landing = '/error';

/**
 * Deletes private messages: own ones for both users, others only for this user; without ids it deletes all (Q-07,
 *
 */
export const deletePrivateMessages = (recipient: string, account: string, ids: string[]) =>
  api('POST /chat/delete_messages', {
    body: { message_ids: ids, recipient, currentUser: account },
    landing,
  });

/**
 * Implements `Conversation` for a private chat; keep the object while the chat is on screen. Its id has a prefix that
 * no room's id has.
 */
export const privateConversation = (username: string, account: string): Conversation => ({
  id: `@${username}`,
  keys: { messages: privateChatKeys.messages(username), catchUp: privateChatKeys.catchUp(username) },
  pollMs: false,
  hidesOthers: true,
  trustsAnswered: true,
  readHistory: (range, signal) =>
    api('GET /chat/messages', { query: { recipient: username, ...range }, signal, landing }),
  readMessage: (id) => api('GET /chat/messages/:id', { params: { id }, landing }),
  async deleteMessage(id) {
    await deletePrivateMessages(username, account, [id]);
  },
});
