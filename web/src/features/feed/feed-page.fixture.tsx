import type { Creator, Plan } from '@adda/contract/creators';
import type { Post } from '@adda/contract/feed';
import { screen, within } from '@testing-library/react';
import { showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { PostCard } from './card/post-card.tsx';
import { PostDialogs } from './dialogs/post-dialogs.tsx';

/** Returns a plan of riya. */
export const riyasPlan = (given: Partial<Plan> = {}): Plan => ({
  plan_id: `plan_${'a'.repeat(24)}`,
  name: 'Monthly',
  amount: 4.5,
  validity_days: 30,
  description: 'Everything of a month',
  creator: 'riya',
  created_at: '2026-11-20T10:00:00.000Z',
  ...given,
});

/** Returns a creator of the strip. */
export const creatorOf = (username: string, given: Partial<Creator> = {}): Creator => ({
  username,
  display_name: username,
  profile_image_url: null,
  total_subscribers: 3,
  age: 27,
  sex: 'female',
  country: 'India',
  state: 'Punjab',
  is_following: false,
  ...given,
});

/** A fake server for posts: calls without an entry in `answers` ('GET /path') get an empty result. */
export const postServer =
  (
    answers: Readonly<Record<string, (path: string, body: unknown) => ReturnType<RequestHandler>>> = {},
  ): RequestHandler =>
  ({ method, path, body }) => {
    const call = `${method} ${path.split('?')[0]}`;
    const answer = answers[call];
    if (answer) return answer(path, body);
    if (call === 'GET /feed/') return { body: [] };
    if (call === 'GET /subscriptions/creators') return { body: { creators: [] } };
    if (call === 'GET /config/client')
      return { body: { max_group_members: 100, features: { payments: false } } };
    if (call === 'GET /media/comments') return { body: { comments: [], total_count: 0 } };
    if (path.startsWith('/users/blocks/check/')) return { body: { is_blocked: false, blocked_by_me: false } };
    return undefined;
  };

/** Renders one card with its dialogs. */
export const showCard = (post: Post, answering: RequestHandler = postServer(), as = 'asha') =>
  showPeople(
    () => (
      <PostDialogs>
        <PostCard post={post} />
      </PostDialogs>
    ),
    answering,
    as,
  );

/** Resolves with the card whose label matches the sender's name. */
export const card = async (name: string) => within(await screen.findByRole('article', { name }));

/** Returns the query of an address. */
export const queryOf = (path: string | undefined) =>
  Object.fromEntries(new URL(path ?? '', 'http://test').searchParams);
