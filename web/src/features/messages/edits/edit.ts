import { api } from '../../../platform/api.ts';
import { applyEdit } from '../history/message-changes.ts';
import { changeStore } from '../history/message-history.ts';
import { withFields } from '../history/message-order.ts';
import type { MessageStore } from '../history/message-store.ts';
import { changeAll } from '../history/quotes.ts';
import type { DeletionPlace } from '../list/delete-now.ts';
import type { OutboxEdit, OutboxRequest } from '../outbox/outbox-entry.ts';
import { EDIT_ROUTE, editCall } from '../outbox/request-calls.ts';

/** Sends an edit of the outbox, and applies the response (ED-01). A repeated one changes nothing (ED-03). */
export async function sendEdit({ client, conversation }: DeletionPlace, entry: OutboxEdit): Promise<void> {
  const message = await api(EDIT_ROUTE, { ...editCall(entry), landing: '/error' });
  changeStore(client, conversation, (store) => applyEdit(store, message));
}

/** The held messages with the texts that the server does not have yet; without those that it refused. */
export function withPendingEdits(store: MessageStore, requests: readonly OutboxRequest[]): MessageStore {
  const texts = new Map(
    requests.flatMap((entry) =>
      entry.kind === 'edit' && entry.state !== 'failed' ? [[entry.messageId, entry.content]] : [],
    ),
  );
  if (texts.size === 0) return store;
  return changeAll(store, (messages) =>
    messages.map((message) => {
      const content = texts.get(message._id);
      if (content === undefined || message.is_deleted) return message;
      return withFields(message, { content, isSaving: true });
    }),
  );
}
