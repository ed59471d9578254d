/** Where the browser keeps the open group chat (SH-58). */
const OPEN_GROUP_CHAT_KEY = 'openGroupChat';

/** The group chat that is open, remembered across reloads. */
export const openGroupChat = {
  /** The id of the open group, or null. */
  get: (): string | null => localStorage.getItem(OPEN_GROUP_CHAT_KEY),
  set: (groupId: string): void => localStorage.setItem(OPEN_GROUP_CHAT_KEY, groupId),
  clear: (): void => localStorage.removeItem(OPEN_GROUP_CHAT_KEY),
};
