import { CONVERSATIONS_PAGE } from '@adda/contract/direct';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { listCalls } from '../../../platform/list-calls.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import { conversationsKey, type ConversationsPage } from './cached-conversations.ts';

/** The user's private conversations, newest first, 25 per page (CV-08, CV-09). */
export const conversations = infiniteQueryOptions({
  ...listCalls,
  queryKey: conversationsKey,
  initialPageParam: '',
  queryFn: ({ pageParam, signal }) => {
    const limit = String(CONVERSATIONS_PAGE);
    return api('GET /messages/conversations', {
      query: pageParam === '' ? { limit } : { limit, last_id: pageParam },
      signal,
    });
  },
  getNextPageParam: (last: ConversationsPage) => last.next_last_id,
  meta: showsPeople,
});
