/** Private chats: the list of conversations, and unread messages. */
export { conversationsKey, requestsKey } from './conversations/cached-conversations.ts';
export { followConversations } from './conversations/live-conversations.ts';
export { unreadCount, unreadKeys, useUnreadTotal } from './unread/unread-count.ts';
