import { PEOPLE_MAX, displayedName } from '@adda/contract/accounts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../platform/api.ts';
import { showsPeople } from '../../platform/people-queries.ts';
import { Avatar, type AvatarProps } from '../../ui/avatar.tsx';

type Pictures = ReadonlyMap<string, string | null>;

const STALE_TIME_MS = 5 * 60_000;

/** The next batch: every avatar rendered before it is sent joins it. */
let pendingBatch: { readonly names: Set<string>; readonly pictures: Promise<Pictures> } | undefined;

async function requestPictures(names: ReadonlySet<string>): Promise<Pictures> {
  await new Promise((resolve) => setTimeout(resolve));
  if (pendingBatch?.names === names) pendingBatch = undefined;
  const { people } = await api('GET /people', { query: { usernames: [...names].join(',') } });
  return new Map(people.map(({ username, picture }) => [username, picture]));
}

/** Requests the pictures of all avatars rendered together in one call (HM-07). */
async function requestBatch(username: string): Promise<string | null> {
  if (!pendingBatch || pendingBatch.names.size >= PEOPLE_MAX) {
    const names = new Set<string>();
    pendingBatch = { names, pictures: requestPictures(names) };
  }
  pendingBatch.names.add(username);
  return (await pendingBatch.pictures).get(username) ?? null;
}

/** Key of all queries of {@link pictureOf}. */
export const picturesKey = ['accounts', 'picture'] as const;

/** Query of a user's profile picture, for views that only have the username; null without a picture. */
export const pictureOf = (username: string) =>
  queryOptions({
    queryKey: [...picturesKey, username],
    queryFn: () => requestBatch(username),
    staleTime: STALE_TIME_MS,
    retry: false,
    meta: showsPeople,
  });

export type PersonAvatarProps = Pick<AvatarProps, 'size' | 'className'> & { username: string };

/** A user's avatar where only the username is known. */
export function PersonAvatar({ username, ...appearance }: PersonAvatarProps) {
  const { data } = useQuery(pictureOf(username));
  return <Avatar name={username} displayedName={displayedName(username)} src={data} {...appearance} />;
}
