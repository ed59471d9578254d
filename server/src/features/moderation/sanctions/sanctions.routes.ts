import type { sanctionsRoutes } from '@adda/contract/moderation';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { Appeals } from './appeals.service.ts';
import type { SuspendedUsers, Suspensions } from './suspensions.service.ts';
import type { Evasion } from './evasion.service.ts';
import type { People } from './people.service.ts';

type Services = {
  readonly suspensions: Suspensions;
  readonly appeals: Appeals;
  readonly evasion: Evasion;
  readonly suspendedUsers: SuspendedUsers;
  readonly people: People;
};

type Routes = Handlers<typeof sanctionsRoutes>;
type Part<Key extends keyof Routes> = Pick<Routes, Key>;

type Administration = Part<Extract<keyof Routes, `${string} /admin/${string}`>>;

const administration = ({ suspensions, appeals, evasion, people }: Services): Administration => ({
  'GET /admin/users': ({ query }) => people.list(query),
  'GET /admin/users/:username': async ({ actor, params }) => ({
    person: await people.read(actor, params.username),
  }),
  'POST /admin/users/:username/suspend': async ({ actor, params, body }) => {
    const until = body.until ? new Date(body.until) : null;
    await suspensions.suspend(actor, params.username, { reason: body.reason, until });
    return { message: 'User suspended' };
  },
  'POST /admin/users/:username/unsuspend': async ({ actor, params, body }) => {
    await suspensions.unsuspend(actor, params.username, body.reason);
    return { message: 'User may log in again' };
  },
  'GET /admin/appeals': ({ actor, query }) => appeals.list({ ...query, viewerId: actor.userId }),
  'PATCH /admin/appeals/:appeal_id': async ({ actor, params, body }) => {
    await appeals.decide(actor, params.appeal_id, body);
    return { message: 'Appeal decided' };
  },
  'GET /admin/evasion': ({ query }) => evasion.list(query),
  'PATCH /admin/evasion/:flag_id': async ({ actor, params, body }) => {
    await evasion.decide(actor, params.flag_id, body.status);
    return { message: 'Hint decided' };
  },
});

/** Returns the handlers of the routes for sanctions, appeals and user administration. */
export function sanctionsHandlers(services: Services): Routes {
  const { appeals, suspendedUsers } = services;
  return {
    ...administration(services),
    'GET /users/me/sanctions': async ({ actor }) => ({
      sanctions: await suspendedUsers.listOwn(actor.userId),
    }),
    'POST /users/me/sanctions/:sanction_id/appeal': async ({ actor, params, body }) => {
      await appeals.submit(actor, params.sanction_id, body.text);
      return { message: 'We will look at it again' };
    },
    'POST /auth/suspension': ({ body, origin }) => suspendedUsers.read(body, origin),
    'POST /auth/suspension/appeal': async ({ body, origin }) => {
      await suspendedUsers.appeal(body, origin);
      return { message: 'We will look at it again' };
    },
  };
}
