import { userStorageKey } from '../../../platform/user-storage.ts';
import { hasAttachment, emptyDraft, type Attachments, type Draft } from './attachments.ts';

const keyOf = (account: string, conversationId: string): string =>
  userStorageKey('draft', account, conversationId);
const attachmentsKey = (account: string, conversationId: string): string =>
  `${keyOf(account, conversationId)}/attachments`;

function put(key: string, value: string): void {
  if (value === '') sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, value);
}

function storedAttachments(text: string | null): Attachments {
  if (text === null) return {};
  try {
    const stored: unknown = JSON.parse(text);
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

/** The unsent draft of a conversation; kept for the lifetime of the tab, until logout. */
export const draftStorage = {
  get(account: string, conversationId: string): Draft {
    const text = sessionStorage.getItem(keyOf(account, conversationId)) ?? emptyDraft.text;
    const attachments = storedAttachments(sessionStorage.getItem(attachmentsKey(account, conversationId)));
    return { text, attachments };
  },
  set(account: string, conversationId: string, { text, attachments }: Draft): void {
    put(keyOf(account, conversationId), text);
    put(
      attachmentsKey(account, conversationId),
      hasAttachment(attachments) ? JSON.stringify(attachments) : '',
    );
  },
};
