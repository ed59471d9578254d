import type { Mute } from '@adda/contract/messages';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import type { ShellConnection } from '../../../platform/realtime.ts';
import type { Conversation } from '../history/conversation.ts';

/** A room or a private chat, as the server names it. */
export type MutePlace = Conversation['searchedBy'];

const isOf = (mute: Mute, place: MutePlace): boolean =>
  'group_id' in place
    ? 'group_id' in mute && mute.group_id === place.group_id
    : 'recipient' in mute && mute.recipient === place.recipient;

/** The conversations that the user has muted (GR-07). Events keep them up to date, see {@link followMutes}. */
export const mutesQuery = queryOptions({
  queryKey: ['mutes'],
  queryFn: async ({ signal }): Promise<readonly Mute[]> =>
    (await api('GET /conversations/mutes', { signal })).mutes,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Returns the muting of a conversation at a time in ms; undefined if it is not muted then. */
export const muteOf = (mutes: readonly Mute[] | undefined, place: MutePlace, now: number): Mute | undefined =>
  mutes?.find(
    (mute) => isOf(mute, place) && (mute.muted_until === null || Date.parse(mute.muted_until) > now),
  );

/** Puts a changed muting into the cache. */
export function cacheMute(client: QueryClient, changed: Mute): void {
  const place = 'group_id' in changed ? { group_id: changed.group_id } : { recipient: changed.recipient };
  client.setQueryData(mutesQuery.queryKey, (mutes) => {
    const others = mutes?.filter((mute) => !isOf(mute, place));
    return changed.is_muted ? others?.concat(changed) : others;
  });
}

/** Mutes a conversation until a time, without end with null, or ends that with undefined (GR-07). */
export async function setMute(
  client: QueryClient,
  place: MutePlace,
  until: string | null | undefined,
): Promise<Mute> {
  const body = until === undefined ? { ...place, muted: false } : { ...place, until };
  const mute = await api('POST /conversations/mute', { body });
  cacheMute(client, mute);
  return mute;
}

/** Calls `notify` unless the user has muted the private chat; requests the mutings first if they are unknown or out of date. */
export function unlessMuted(client: QueryClient, recipient: string, notify: () => void): void {
  const notifyUnless = (mutes: readonly Mute[] | undefined) => {
    if (!muteOf(mutes, { recipient }, Date.now())) notify();
  };
  const known = client.getQueryState(mutesQuery.queryKey);
  if (known?.data && !known.isInvalidated) notifyUnless(known.data);
  else void client.fetchQuery({ ...mutesQuery, retry: false }).then(notifyUnless, notify);
}

/** Keeps the mutings up to date. Returns the function that stops it. */
export const followMutes = (
  connection: Pick<ShellConnection, 'on' | 'onState'>,
  client: QueryClient,
): (() => void) => {
  const stops = [
    connection.on('mute_changed', (mute) => cacheMute(client, mute)),
    connection.onState((state, isAgain) => {
      if (state === 'connected' && isAgain) void client.invalidateQueries({ queryKey: mutesQuery.queryKey });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};
