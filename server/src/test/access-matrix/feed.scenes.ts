import type { adsRoutes } from '@adda/contract/ads';
import { FEED_PAGE_MAX, type postsRoutes, type postActivityRoutes } from '@adda/contract/feed';
import { insertAd } from '../../features/ads/ads.fixture.ts';
import type { RouteOutput, Routes } from '@adda/contract';
import type { CallOf, ScenesOf } from './scene.fixture.ts';
import type { Caller, Stage } from './stage.fixture.ts';

/** Builds the same call for a public post, a locked post, and a post that only the owner sees. */
function aboutPosts<Call>(callOf: (mediaId: string, stage: Stage, caller: Caller) => Call) {
  return {
    'a public post': async (stage: Stage, caller: Caller) => callOf(await stage.post(), stage, caller),
    'a locked post': async (stage: Stage, caller: Caller) => callOf(await stage.lockedPost(), stage, caller),
    'a private post': async (stage: Stage, caller: Caller) => callOf(await stage.secretPost(), stage, caller),
  };
}

const inPath = (mediaId: string) => ({ params: { media_id: mediaId } });
const inBody = (mediaId: string) => ({ body: { media_id: mediaId } });
const original = ({ can_view: canView }: RouteOutput<Routes['GET /feed/post/:media_id']>) =>
  canView ? 'with the original' : 'without the original';

/** Replaces the signature of a link by an invalid one. */
export function unsigned(link: string, name: string): { link: string } {
  const { pathname, searchParams } = new URL(link, 'http://x');
  searchParams.set(name, 'A'.repeat(searchParams.get(name)?.length ?? 1));
  return { link: `${pathname}?${searchParams.toString()}` };
}

const feedOf =
  (tab: string) =>
  async ({ shelf, owner }: Stage): Promise<CallOf<'GET /feed/'>> => {
    await shelf();
    return {
      query: { tab, limit: FEED_PAGE_MAX },
      shows: (items) =>
        `posts of the owner: ${items.filter(({ sender }) => sender === owner.username).length}`,
    };
  };

/** Calls of posts. */
export const postsScenes: ScenesOf<typeof postsRoutes> = {
  'GET /feed/': {
    'for you': feedOf('for_you'),
    following: feedOf('following'),
  },
  'GET /feed/side': async ({ shelf, owner }): Promise<CallOf<'GET /feed/side'>> => {
    await shelf();
    return {
      shows: ({ people }) =>
        people.some(({ username }) => username === owner.username) ? 'the owner' : 'others',
    };
  },
  'GET /feed/post/:media_id': aboutPosts((mediaId) => ({ ...inPath(mediaId), shows: original })),
  'GET /media/list': async ({ shelf, owner }): Promise<CallOf<'GET /media/list'>> => {
    await shelf();
    return {
      query: { creator: owner.username },
      shows: ({ media }) =>
        `posts: ${media.length}, in full: ${media.filter(({ can_view: canView }) => canView).length}`,
    };
  },
  'POST /upload': async ({ picture }) => ({ body: { caption: 'Hello' }, file: await picture() }),
  'POST /media/upload': {
    'words alone': () => ({ body: { caption: 'Hello' } }),
    'behind the owner’s plan': async ({ plan, picture }) => ({
      body: { is_locked: 'true', plan_id: await plan() },
      file: await picture(),
    }),
  },
  'PATCH /media/update/:media_id': async ({ post }) => ({
    ...inPath(await post()),
    body: { visibility: 'private' },
  }),
  'DELETE /media/delete/:media_id': async ({ post }) => inPath(await post()),
  'GET /media/file/:media_id': {
    'the owner’s link': async ({ photo }) => ({ link: (await photo()).ownersLink }),
    'the owner’s link to a locked post': async ({ lockedPhoto }) => ({
      link: (await lockedPhoto()).ownersLink,
    }),
    unsigned: async ({ photo }) => unsigned((await photo()).ownersLink, 'sig'),
  },
  'GET /media/shared/:media_id': {
    'a public post': async ({ photo }) => inPath((await photo()).mediaId),
    'a locked post': async ({ lockedPhoto }) => inPath((await lockedPhoto()).mediaId),
    'a private post': async ({ secretPhoto }) => inPath((await secretPhoto()).mediaId),
  },
  'GET /public/posts/:media_id': aboutPosts(inPath),
  'GET /public/profiles/:username/posts': async ({ shelf, owner }) => {
    await shelf();
    return {
      params: { username: owner.username },
      shows: ({ posts }: RouteOutput<Routes['GET /public/profiles/:username/posts']>) =>
        `posts: ${posts.length}`,
    };
  },
};

/** Calls of likes, shares and comments. */
export const postActivityScenes: ScenesOf<typeof postActivityRoutes> = {
  'POST /media/like': aboutPosts(inBody),
  'POST /media/share': aboutPosts(inBody),
  'GET /media/likes': aboutPosts((mediaId) => ({ query: { media_id: mediaId } })),
  'GET /media/comments': aboutPosts((mediaId) => ({ query: { media_id: mediaId } })),
  'POST /media/comment': aboutPosts((mediaId) => ({ body: { media_id: mediaId, comment: 'Hello' } })),
  'DELETE /media/comment/:comment_id': {
    'the member’s under the owner’s post': async ({ post, commentOn, member }) => ({
      params: { comment_id: await commentOn(await post(), member) },
    }),
    'the owner’s under their own': async ({ post, commentOn, owner }) => ({
      params: { comment_id: await commentOn(await post(), owner) },
    }),
  },
};

const offer = { kind: 'feed' as const, sponsor: 'Chai House', target_url: 'https://sponsor.example/' };
const adParams = async ({ database }: Stage) => ({ params: { ad_id: await insertAd(database) } });

/** Calls of ads. */
export const adsScenes: ScenesOf<typeof adsRoutes> = {
  'POST /feed/hide-ad': async ({ database }) => ({ body: { ad_id: await insertAd(database) } }),
  'POST /feed/ads-seen': async ({ database }) => ({ body: { ad_ids: [await insertAd(database)] } }),
  'POST /feed/ad-click': async ({ database }) => ({ body: { ad_id: await insertAd(database) } }),
  'GET /admin/ads': () => ({ query: {} }),
  'POST /admin/ads': () => ({ body: offer }),
  'PATCH /admin/ads/:ad_id': async (stage) => ({
    ...(await adParams(stage)),
    body: { sponsor: 'Tea House' },
  }),
  'DELETE /admin/ads/:ad_id': adParams,
};
