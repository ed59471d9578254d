import type { Me } from '@adda/contract/accounts';
import type { Plan } from '@adda/contract/creators';
import type { Post } from '@adda/contract/feed';
import type { Profile } from '@adda/contract/profiles';
import type { FollowRow } from '@adda/contract/relations';
import type { MemberProfile } from '@adda/contract/rooms';
import type { ReactNode } from 'react';
import type { RecordedRequest, TestResponse } from '../../test/answering-server.ts';
import { showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { mediaIdOf, postOf } from '../feed/post.fixture.ts';
import { configWith, offersOf } from '../payments/payments.fixture.ts';

const CREATED = '2026-01-02T03:04:05.678Z';

/** Returns a user's profile as asha receives it; her own if the name is asha. */
export const profileFor = (username: string, given: Partial<Profile> = {}): Profile => ({
  username,
  display_name: username === 'asha' ? 'Asha of the Rooftop' : username,
  bio: null,
  links: [],
  profile_image_url: null,
  profile_picture: null,
  is_guest: username.startsWith('_'),
  plans: [],
  total_subscribers: 0,
  total_followers: 0,
  total_following: 0,
  total_posts: 0,
  total_locked: 0,
  is_subscribed: false,
  is_following: false,
  is_blocked: false,
  blocked_by_me: false,
  is_self: username === 'asha',
  referral_code: username === 'asha' ? 'k3m9x2pa' : null,
  ...given,
});

/** Returns what About shows of a user. */
export const aboutOf = (username: string, given: Partial<MemberProfile> = {}): MemberProfile => ({
  username,
  display_name: username,
  profile_picture: null,
  bio: null,
  is_online: false,
  is_guest: false,
  created_at: CREATED,
  shared_groups: [],
  ...given,
});

/** Returns the account of asha. */
export const ownAccount = (given: Partial<Me> = {}): Me => ({
  username: 'asha',
  display_name: 'Asha of the Rooftop',
  email: 'asha@example.org',
  wanted_email: null,
  role: 'user',
  is_guest: false,
  following: [],
  email_verified: false,
  is_available: true,
  referral_code: 'k3m9x2pa',
  bio: null,
  links: [],
  profile_image_url: null,
  profile_picture: null,
  sex: 'female',
  age: 27,
  country: 'UK',
  state: 'Wales',
  created_at: CREATED,
  ...given,
});

/** Returns a public photo of riya, the `index`-th. */
export function photoOf(index: number, given: Partial<Post> = {}): Post {
  const link = `/media/file/${mediaIdOf(index)}?for=v&expires=1&sig=s`;
  return postOf(index, {
    media_url: link,
    preview_url: `${link}&preview=1`,
    blur_url: 'data:image/webp;base64,AAAA',
    original_filename: `photo-${index}.jpg`,
    caption: `photo ${index}`,
    upload_date: CREATED,
    created_at: CREATED,
    file_size: 1000,
    width: 800,
    height: 600,
    has_media: true,
    is_own: given.sender_username === 'asha',
    position: `at-${index}`,
    ...given,
  });
}

/** Returns a row of a list of followers. */
export const followRowOf = (username: string, given: Partial<FollowRow> = {}): FollowRow => ({
  username,
  display_name: username,
  picture: null,
  is_following: false,
  ...given,
});

/** Returns a plan of riya. */
export const planOf = (given: Partial<Plan> = {}): Plan => ({
  plan_id: 'plan_000000000000000000000001',
  name: 'Backstage',
  amount: 4.5,
  validity_days: 30,
  description: 'Everything behind the scenes',
  creator: 'riya',
  created_at: CREATED,
  ...given,
});

/** State of the fake server; `answer` takes precedence. */
export type ProfileStage = {
  profile?: Profile;
  me?: Me;
  media?: readonly Post[];
  plans?: readonly Plan[];
  payments?: boolean;
  answer?: (request: RecordedRequest) => TestResponse | undefined;
};

const answering =
  (stage: ProfileStage): RequestHandler =>
  (request) => {
    const answer = stage.answer?.(request);
    if (answer) return answer;
    const { method, path } = request;
    const { profile = profileFor('riya'), media = [], plans = profile.plans } = stage;
    if (path.startsWith('/feed/profile/')) return { body: profile };
    if (path.startsWith('/media/list')) return { body: { media, total_count: media.length } };
    if (path.startsWith('/subscriptions/plans/list')) return { body: plans };
    if (path.startsWith('/config/client')) {
      return { body: configWith(stage.payments ? offersOf() : []) };
    }
    if (path.startsWith('/groupchat/users/')) return { body: aboutOf(profile.username) };
    if (path.startsWith('/users/me/referrals')) return { body: { referrals: [], total_count: 0 } };
    if (path.startsWith('/users/me')) return { body: stage.me ?? ownAccount() };
    if (path.includes('/blocks/check')) return { body: { is_blocked: false, blocked_by_me: false } };
    return method === 'POST' ? { body: { message: 'ok', following: [] } } : undefined;
  };

/** Renders a view of profiles, by default riya's for asha. */
export async function showProfile(
  view: () => ReactNode,
  stage: ProfileStage = {},
  { at = '/profile/riya', as = 'asha' } = {},
) {
  const current = { ...stage };
  const page = await showPeople(view, (request) => answering(current)(request), as, at);
  return {
    ...page,
    /** Changes the state of the server. */
    change: (next: Partial<ProfileStage>) => void Object.assign(current, next),
  };
}
