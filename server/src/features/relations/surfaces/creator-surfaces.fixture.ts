import { expect } from 'vitest';
import { offerPlan, userIdOf } from '../../creators/creators.fixture.ts';
import { eventually, type Person } from '../../rooms/rooms.fixture.ts';
import { postBy } from './feed-surfaces.fixture.ts';
import type { Scene, Surface } from './scene.fixture.ts';

const STRIP_PAGE = 50;

const sell = async ({ database }: Scene, creator: Person) =>
  offerPlan(database, await userIdOf(database, creator));

/** Returns whether the user is on any page of the strip. */
async function isInStrip(scene: Scene, viewer: Person, other: Person): Promise<boolean> {
  for (let skip = 0; ; skip += STRIP_PAGE) {
    const query = { skip, limit: STRIP_PAGE };
    const { creators } = (await scene.client('GET /subscriptions/creators', { query }, viewer)).data;
    if (creators.some(({ username }) => username === other.username)) return true;
    if (creators.length < STRIP_PAGE) return false;
  }
}

/**
 * Subscribes to the events of a user who keeps changing a post, until an event or a refusal arrives; a successful join
 * is not acknowledged. Returns both.
 */
async function joinAndListen(scene: Scene, viewer: Person, other: Person) {
  const shell = scene.shell(viewer);
  const params = { media_id: await postBy(scene, other) };
  const known = shell.all('error').length;
  const refusals = () => shell.all('error').slice(known);
  const isReceived = () => shell.all('media_updated').some(({ media }) => media.media_id === params.media_id);
  shell.socket.emit('join', { creator: other.username });
  await eventually(async () => {
    const body = { visibility: 'public' } as const;
    const { status } = await scene.client('PATCH /media/update/:media_id', { params, body }, other);
    expect(status).toBe(200);
    await scene.shellHasAll(viewer);
    if (!isReceived() && refusals().length === 0) throw new Error('not yet');
  });
  return { refused: refusals().map(({ code }) => code), isReceived: isReceived() };
}

/** Surfaces with creator profiles and plans. */
export const creatorSurfaces: readonly Surface[] = [
  {
    name: 'SV-16: the profile with plans',
    async look(scene, viewer, other) {
      await sell(scene, other);
      const params = { sender: other.username };
      const { data } = await scene.client('GET /feed/profile/:sender', { params }, viewer);
      const { is_blocked: isBlocked, bio, plans } = data;
      return { isBlocked, bio, sells: plans.length > 0, hasName: data.username === other.username };
    },
    open: { isBlocked: false, bio: 'Likes tea', sells: true, hasName: true },
    blocked: { isBlocked: true, bio: null, sells: false, hasName: true },
  },
  {
    name: 'SV-68: the strip of creators',
    async look(scene, viewer, other) {
      await sell(scene, other);
      return isInStrip(scene, viewer, other);
    },
    open: true,
    blocked: false,
  },
  {
    name: 'PL-13: the plans of a creator',
    async look(scene, viewer, other) {
      await sell(scene, other);
      const query = { creator: other.username };
      return (await scene.client('GET /subscriptions/plans/list', { query }, viewer)).data.length > 0;
    },
    open: true,
    blocked: false,
  },
  {
    name: 'X-05: one plan of a creator',
    async look(scene, viewer, other) {
      const params = { plan_id: await sell(scene, other) };
      return (await scene.client('GET /subscriptions/plan/:plan_id', { params }, viewer)).status;
    },
    open: 200,
    blocked: 404,
  },
  {
    name: 'SV-71: subscribing',
    async look(scene, viewer, other) {
      const query = { plan_id: await sell(scene, other) };
      const answer = await scene.client('POST /subscriptions/subscribe', { query }, viewer);
      return answer.status === 200 ? 200 : answer.error;
    },
    open: 200,
    blocked: { code: 'subscribe_not_allowed', detail: 'Not authorized to subscribe' },
  },
  {
    name: 'SV-67, RP-20: following',
    async look({ client }, viewer, other) {
      const query = { target_username: other.username };
      const answer = await client('POST /subscriptions/follow', { query }, viewer);
      if (answer.status !== 200) return answer.error;
      expect((await client('POST /subscriptions/unfollow', { query }, viewer)).status).toBe(200);
      return 200;
    },
    open: 200,
    blocked: { code: 'cannot_follow', detail: 'You cannot follow this user' },
  },
  {
    name: 'RT-26: profile events, subscribed before and during the block',
    look: joinAndListen,
    open: { refused: [], isReceived: true },
    blocked: { refused: ['user_not_found'], isReceived: false },
  },
];
