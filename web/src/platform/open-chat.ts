/** Storage key of the open group chat (SH-58). */
const OPEN_GROUP_CHAT_KEY = 'openGroupChat';

/** The open group chat, remembered across reloads. */
export const openGroupChat = {
  /** Returns the id of the open group, or null. */
  get: (): string | null => localStorage.getItem(OPEN_GROUP_CHAT_KEY),
  set: (groupId: string): void => localStorage.setItem(OPEN_GROUP_CHAT_KEY, groupId),
  clear: (): void => localStorage.removeItem(OPEN_GROUP_CHAT_KEY),
};

/** Storage key of the other user of the open private chat (SH-59). */
const OPEN_CHAT_USER_KEY = 'openChatUser';

/** The open private chat, remembered across reloads. */
export const openChatUser = {
  /** Returns the other user's name, or null. */
  get: (): string | null => localStorage.getItem(OPEN_CHAT_USER_KEY),
  set: (username: string): void => localStorage.setItem(OPEN_CHAT_USER_KEY, username),
  clear: (): void => localStorage.removeItem(OPEN_CHAT_USER_KEY),
};
