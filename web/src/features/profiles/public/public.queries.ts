import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';

/** A user's public profile. */
export const publicProfile = (username: string) =>
  queryOptions({
    queryKey: ['public', 'profile', username],
    queryFn: ({ signal }) => api('GET /public/profiles/:username', { params: { username }, signal }),
  });

/** The newest public posts of a user. */
export const publicPosts = (username: string) =>
  queryOptions({
    queryKey: ['public', 'posts', username],
    queryFn: ({ signal }) => api('GET /public/profiles/:username/posts', { params: { username }, signal }),
  });

/** A public post. */
export const publicPost = (mediaId: string) =>
  queryOptions({
    queryKey: ['public', 'post', mediaId],
    queryFn: ({ signal }) => api('GET /public/posts/:media_id', { params: { media_id: mediaId }, signal }),
  });
