import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type CallOutput } from '../../platform/api.ts';
import { showsPeople } from '../../platform/people-queries.ts';

type Found = CallOutput<'GET /search'>;

/** Something that the search found, by its kind. */
export type SearchOption =
  | { readonly kind: 'people'; readonly user: Found['people'][number] }
  | { readonly kind: 'rooms'; readonly group: Found['rooms'][number] }
  | { readonly kind: 'posts'; readonly post: Found['posts'][number] }
  | { readonly kind: 'hashtags'; readonly hashtag: Found['hashtags'][number] }
  | { readonly kind: 'messages'; readonly result: Found['messages'][number] };

/** What a search text finds (SR-02); the previous result stays until the next one arrives. */
export const everything = (text: string) =>
  queryOptions({
    queryKey: ['search', 'everything', text],
    queryFn: async ({ signal }) => ({
      text,
      found: await api('GET /search', { query: { q: text }, signal }),
    }),
    placeholderData: keepPreviousData,
    enabled: text !== '',
    meta: showsPeople,
  });

/**
 * Returns the results in the order of their sections. A text that begins with '#' is a filter for a hashtag: it finds posts
 * and other hashtags only.
 */
export function optionsOf(text: string, found: Found): readonly SearchOption[] {
  const posts = found.posts.map((post) => ({ kind: 'posts', post }) as const);
  const hashtags = found.hashtags
    .filter(({ tag }) => `#${tag}` !== text)
    .map((hashtag) => ({ kind: 'hashtags', hashtag }) as const);
  if (text.startsWith('#')) return [...posts, ...hashtags];
  return [
    ...found.people.map((user) => ({ kind: 'people', user }) as const),
    ...found.rooms.map((group) => ({ kind: 'rooms', group }) as const),
    ...posts,
    ...hashtags,
    ...found.messages.map((result) => ({ kind: 'messages', result }) as const),
  ];
}

/** Returns a key of a result that is unique among those of a search. */
export function keyOf(option: SearchOption): string {
  switch (option.kind) {
    case 'people':
      return `people ${option.user.username}`;
    case 'rooms':
      return `rooms ${option.group.group_id}`;
    case 'posts':
      return `posts ${option.post.media_id}`;
    case 'hashtags':
      return `hashtags ${option.hashtag.tag}`;
    case 'messages':
      return `messages ${option.result.message._id}`;
  }
}
