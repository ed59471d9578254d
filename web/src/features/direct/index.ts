/** Private chats: the list of conversations, and what is unread. */
export { conversationsKey } from './conversations/held-conversations.ts';
export { followConversations } from './conversations/live-conversations.ts';
export { unreadCount, unreadKeys, useUnreadTotal } from './unread/unread-count.ts';
