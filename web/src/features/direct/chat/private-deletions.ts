import { displayedName } from '@adda/contract/accounts';
import { t } from '@lingui/core/macro';
import { toast } from '../../../ui/toast-store.ts';
import {
  catchUpAgain,
  deleteNow,
  showDeletionProblem,
  type ChatMessage,
  type DeletionPlace,
} from '../../messages/index.ts';
import { deletePrivateMessages } from './private-conversation.ts';

/** The two users of a chat. */
export type DeletionsOf = DeletionPlace & { readonly username: string };

/** Asks with the browser's own dialog (PC-30), then deletes one message and confirms (PC-13, PC-47, Q-07). */
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
export async function deleteAll({ client, conversation, username, account }: DeletionsOf): Promise<void> {
  const name = displayedName(username);
  const question = t`Delete all messages? What you wrote goes for both of you. What ${name} wrote goes for you only. This can't be undone.`;
  // oxlint-disable-next-line no-alert -- PC-30
  if (!globalThis.confirm(question)) return;
  try {
    // No ids means all.
    await deletePrivateMessages(username, account, []);
    // The server decides up to which sequence.
    void catchUpAgain(client, conversation);
    toast.success(t`All messages deleted successfully`);
  } catch (error) {
    showDeletionProblem(error);
  }
}
