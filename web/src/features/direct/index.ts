/** Private chats: the requests of strangers, and unread messages. */
export { followRequests, requestsKey } from './requests/live-requests.ts';
export { useRequestsLoading } from './requests/requests.queries.ts';
export { unreadCount, unreadKeys, useUnreadTotal } from './unread/unread-count.ts';
