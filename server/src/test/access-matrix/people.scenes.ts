import type { profilesRoutes } from '@adda/contract/profiles';
import type { relationsRoutes } from '@adda/contract/relations';
import type { ScenesOf } from './scene.fixture.ts';
import type { Caller, Stage } from './stage.fixture.ts';

/** The target of follows and blocks: the owner, or the member if the owner calls. */
const peer = ({ peerOf }: Stage, caller: Caller) => ({ query: { target_username: peerOf(caller).username } });
const blocked = ({ peerOf }: Stage, caller: Caller) => ({
  body: { blocked_username: peerOf(caller).username },
});

/** The lists of the owner, who follows nobody and whom the member follows. */
async function followedOwner({ client, member, owner }: Stage) {
  await client('POST /subscriptions/follow', { query: { target_username: owner.username } }, member);
  return { params: { username: owner.username }, query: {} };
}

/** Calls of profiles, follows and blocks. */
export const peopleScenes: ScenesOf<typeof profilesRoutes & typeof relationsRoutes> = {
  'GET /people': ({ owner }) => ({
    query: { usernames: owner.username },
    shows: ({ people }) => `people: ${people.length}`,
  }),
  'GET /feed/profile/:sender': async ({ bio, owner }) => {
    await bio();
    return {
      params: { sender: owner.username },
      shows: ({ bio: shown }) => (shown === null ? 'name and picture alone' : 'in full'),
    };
  },
  'POST /users/update-profile': () => ({ body: { bio: 'Likes tea' } }),
  'GET /public/profiles/:username': ({ owner }) => ({ params: { username: owner.username } }),
  'POST /subscriptions/follow': peer,
  'POST /subscriptions/unfollow': async (stage, caller) => {
    const call = peer(stage, caller);
    if (caller.person) await stage.client('POST /subscriptions/follow', call, caller.person);
    return call;
  },
  'GET /users/:username/followers': async (stage) => ({
    ...(await followedOwner(stage)),
    shows: ({ followers }) => `people: ${followers.length}`,
  }),
  'GET /users/:username/following': async (stage) => ({
    ...(await followedOwner(stage)),
    shows: ({ following }) => `people: ${following.length}`,
  }),
  'POST /users/block': blocked,
  'POST /users/unblock': async (stage, caller) => {
    const call = blocked(stage, caller);
    if (caller.person) await stage.client('POST /users/block', call, caller.person);
    return call;
  },
  'GET /users/blocks/check/:username': ({ owner }) => ({
    params: { username: owner.username },
    shows: ({ is_blocked: isBlocked, blocked_by_me: isByMe }) =>
      isBlocked ? `blocked${isByMe ? ' by me' : ''}` : 'not blocked',
  }),
  'GET /users/me/hiding': () => ({ shows: ({ hidden_until: until }) => (until ? 'hidden' : 'not hidden') }),
  'DELETE /users/me/hiding': () => ({}),
  'GET /users/blocks/list': () => ({ shows: ({ blocked_users: names }) => `people: ${names.length}` }),
};
