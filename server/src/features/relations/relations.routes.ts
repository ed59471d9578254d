import type { relationsRoutes } from '@adda/contract/relations';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Blocks } from './blocks.service.ts';
import type { FollowLists } from './follow-lists.service.ts';
import type { Follows } from './follows.service.ts';
import type { Hiding } from './hiding.service.ts';

type Deps = {
  readonly blocks: Blocks;
  readonly follows: Follows;
  readonly followLists: FollowLists;
  readonly hiding: Hiding;
};

/** Returns the handlers of the relation routes. */
export function relationsHandlers({
  blocks,
  follows,
  followLists,
  hiding,
}: Deps): Handlers<typeof relationsRoutes> {
  return {
    'POST /subscriptions/follow': async ({ actor, query }) => {
      const following = await follows.follow(actor, query.target_username);
      return { message: 'User followed successfully', following };
    },
    'POST /subscriptions/unfollow': async ({ actor, query }) => {
      const following = await follows.unfollow(actor, query.target_username);
      return { message: 'User unfollowed successfully', following };
    },
    'GET /users/:username/followers': async ({ actor, params, query }) => {
      const { people, ...page } = await followLists.read(actor.userId, 'followers', { ...params, ...query });
      return { followers: people, ...page };
    },
    'GET /users/:username/following': async ({ actor, params, query }) => {
      const { people, ...page } = await followLists.read(actor.userId, 'following', { ...params, ...query });
      return { following: people, ...page };
    },
    'POST /users/block': async ({ actor, body }) => {
      await blocks.block(actor, body.blocked_username);
      return { message: 'User blocked successfully' };
    },
    'POST /users/unblock': async ({ actor, body }) => {
      await blocks.unblock(actor, body.blocked_username);
      return { message: 'User unblocked successfully' };
    },
    'GET /users/blocks/check/:username': ({ actor, params }) => blocks.check(actor, params.username),
    'GET /users/blocks/list': async ({ actor }) => ({ blocked_users: await blocks.list(actor) }),
    'GET /users/me/hiding': ({ actor }) => hiding.read(actor.userId),
    'DELETE /users/me/hiding': ({ actor }) => hiding.end(actor.userId),
  };
}
