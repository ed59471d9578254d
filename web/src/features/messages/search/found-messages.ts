import type { MessageResult } from '@adda/contract/search';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import { showsPeople } from '../../../platform/people-queries.ts';
import type { Conversation } from '../history/conversation.ts';

/** What is searched for in a conversation: words, a sender, or both; '' for any. */
export type ChatSearchTerms = { readonly text: string; readonly from: string };

/** The messages of a conversation that match, the newest first; the previous results stay until the next ones arrive. */
export const foundMessages = ({ id, searchedBy }: Conversation, { text, from }: ChatSearchTerms) =>
  infiniteQueryOptions({
    queryKey: ['search', 'chat', id, text, from],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { q: text, ...searchedBy, ...(from && { from }), ...(cursor && { cursor }) };
      return { text, from, ...(await api('GET /search/messages', { query, signal, landing: '/error' })) };
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
    enabled: text !== '' || from !== '',
    // The results that one steps through must not move.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: showsPeople,
  });

/** Returns the results of all pages. */
export const resultsOf = (
  data: { readonly pages: readonly { readonly results: readonly MessageResult[] }[] } | undefined,
): readonly MessageResult[] => data?.pages.flatMap(({ results }) => results) ?? [];
