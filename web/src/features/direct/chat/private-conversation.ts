import { displayedName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { api } from '../../../platform/api.ts';
import {
  deleteAllNow,
  deleteNow,
  type ChatMessage,
  type Conversation,
  type DeletionPlace,
} from '../../messages/index.ts';
import { privateChatKeys } from './private-chat.queries.ts';

const landing = '/error';

/**
 * Implements `Conversation` for a private chat; keep the object while the chat is on screen. Its id has a prefix that
 * no room's id has. Deleting: own messages for both users, others only for this user.
 */
export const privateConversation = (username: string, account: string): Conversation => ({
  id: `@${username}`,
  searchedBy: { recipient: username },
  keys: { messages: privateChatKeys.messages(username), catchUp: privateChatKeys.catchUp(username) },
  pollMs: false,
  hidesOthers: true,
  trustsAnswered: true,
  readHistory: (range, signal) =>
    api('GET /chat/messages', { query: { recipient: username, ...range }, signal, landing }),
  readMessage: (id) => api('GET /chat/messages/:id', { params: { id }, landing }),
  async deleteMessages(ids = []) {
    const body = { message_ids: ids, recipient: username, currentUser: account };
    await api('POST /chat/delete_messages', { body, landing });
  },
});

/** The two users of a chat. */
export type DeletionsOf = DeletionPlace & { readonly username: string };

/**
 * Asks for confirmation with the browser's dialog (PC-30), then deletes one message and confirms (PC-13, PC-47,
 *
 */
export async function deleteOne(of: DeletionsOf, message: ChatMessage): Promise<void> {
  const name = displayedName(of.username);
  const question =
    message.sender === of.account
      ? t`Delete this message? It goes for you and for ${name}. This can't be undone.`
      : t`Delete this message? It goes for you only; ${name} still has it. This can't be undone.`;
  // oxlint-disable-next-line no-alert -- PC-30 requires the browser's own dialog
  if (globalThis.confirm(question)) await deleteNow(of, message);
}

/** The same for all messages of the two users (PC-02, Q-07, Q-08). */
export async function deleteAll(of: DeletionsOf): Promise<void> {
  const name = displayedName(of.username);
  const question = t`Delete all messages? What you wrote goes for both of you. What ${name} wrote goes for you only. This can't be undone.`;
  // oxlint-disable-next-line no-alert -- PC-30
  if (globalThis.confirm(question)) await deleteAllNow(of);
}
