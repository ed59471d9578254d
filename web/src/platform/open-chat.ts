/** Where the browser keeps the open group chat (SH-58). */
const OPEN_GROUP_CHAT_KEY = 'openGroupChat';

/** The group chat that is open, remembered across reloads. */
export const openGroupChat = {
  /** The id of the open group, or null. */
  get: (): string | null => localStorage.getItem(OPEN_GROUP_CHAT_KEY),
  set: (groupId: string): void => localStorage.setItem(OPEN_GROUP_CHAT_KEY, groupId),
  clear: (): void => localStorage.removeItem(OPEN_GROUP_CHAT_KEY),
};

/** Where the browser keeps the other person of the open private chat (SH-59). */
const OPEN_CHAT_USER_KEY = 'openChatUser';

/** The private chat that is open, remembered across reloads. */
export const openChatUser = {
  /** The name of the other person, or null. */
  get: (): string | null => localStorage.getItem(OPEN_CHAT_USER_KEY),
  set: (username: string): void => localStorage.setItem(OPEN_CHAT_USER_KEY, username),
  clear: (): void => localStorage.removeItem(OPEN_CHAT_USER_KEY),
};
