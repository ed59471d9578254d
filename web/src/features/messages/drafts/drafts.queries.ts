import { DRAFTS_MAX, excerptOf, isBlankText, type MessageDraft } from '@adda/contract/messages';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import type { ShellConnection } from '../../../platform/realtime.ts';
import { previewText } from '../../../ui/formatted-spans.tsx';
import type { Conversation } from '../history/conversation.ts';
import { draftsKey, type HeldDraft, type HeldDrafts } from './draft-line.tsx';

/** Where a draft belongs, as the server names it. */
export type DraftPlace = Conversation['searchedBy'];

/** The id of the conversation of a draft; the same as that of its `Conversation`. */
const conversationIdOf = (place: DraftPlace): string =>
  'group_id' in place ? place.group_id : `@${place.recipient}`;

const heldOf = (draft: MessageDraft, isLocal = false): HeldDraft => ({
  text: draft.text,
  line: isBlankText(draft.text) ? '' : previewText(excerptOf(draft.text)),
  replyTo: draft.reply_to,
  updatedAt: draft.updated_at,
  isLocal,
});

/** The user's drafts (FT-04). Events keep them up to date, see {@link followDrafts}. */
export const draftsQuery = queryOptions({
  queryKey: draftsKey,
  queryFn: async ({ signal }): Promise<HeldDrafts> => {
    const { drafts } = await api('GET /drafts', { signal });
    return {
      byConversation: Object.fromEntries(drafts.map((draft) => [conversationIdOf(draft), heldOf(draft)])),
      isComplete: drafts.length < DRAFTS_MAX,
    };
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Requests the drafts, and again if a request is under way, whose response may be older than an event. */
async function refetchDrafts(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: draftsKey });
  await client.prefetchQuery({ ...draftsQuery, staleTime: 0 });
}

/** Puts a changed draft into the cache, unless the cache has a newer state of it. */
export function cacheDraft(client: QueryClient, draft: MessageDraft, isLocal = false): void {
  const id = conversationIdOf(draft);
  client.setQueryData<HeldDrafts>(draftsKey, (held) => {
    if (!held || (held.byConversation[id]?.updatedAt ?? '') > draft.updated_at) return held;
    return { ...held, byConversation: { ...held.byConversation, [id]: heldOf(draft, isLocal) } };
  });
  if (!isLocal && client.isFetching({ queryKey: draftsKey }) > 0) void refetchDrafts(client);
}

/** Returns the cached time of a draft; empty without one. */
export const cachedTime = (client: QueryClient, place: DraftPlace): string =>
  client.getQueryData<HeldDrafts>(draftsKey)?.byConversation[conversationIdOf(place)]?.updatedAt ?? '';

/**
 * Requests the user's drafts and keeps them up to date. They are requested again after a reconnect, and after events
 * that make drafts appear or disappear. Returns the function that stops it.
 */
export function followDrafts(
  connection: Pick<ShellConnection, 'on' | 'onState'>,
  client: QueryClient,
): () => void {
  const reread = () => void refetchDrafts(client);
  const stops = [
    connection.on('draft_changed', (draft) => cacheDraft(client, draft)),
    connection.on('blocked_notification', reread),
    connection.on('user_renamed', reread),
    connection.on('group_joined', reread),
    connection.onState((state, isAgain) => {
      if (state !== 'connected') return;
      if (isAgain) reread();
      else void client.prefetchQuery(draftsQuery);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
