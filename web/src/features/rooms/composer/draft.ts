import { hasAttachment, noWords, type Attachments, type Words } from './attachments.ts';

const keyOf = (account: string, groupId: string): string => `draft/${account}/${groupId}`;
const attachmentsKey = (account: string, groupId: string): string => `${keyOf(account, groupId)}/attachments`;

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

/** What somebody has written in a room and not sent; kept while the tab lives. */
export const draft = {
  get(account: string, groupId: string): Words {
    const text = sessionStorage.getItem(keyOf(account, groupId)) ?? noWords.text;
    const attachments = storedAttachments(sessionStorage.getItem(attachmentsKey(account, groupId)));
    return { text, attachments };
  },
  set(account: string, groupId: string, { text, attachments }: Words): void {
    put(keyOf(account, groupId), text);
    put(attachmentsKey(account, groupId), hasAttachment(attachments) ? JSON.stringify(attachments) : '');
  },
};
