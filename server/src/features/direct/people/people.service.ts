import type { directRoutes } from '@adda/contract/direct';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { findStatus } from './people.repository.ts';

type Routes = Handlers<typeof directRoutes>;
type People = Pick<Routes, 'GET /chat/users/:username/status' | 'GET /chat/users/:username/exists'>;

/** Creates the handlers that return whether a user exists and is online (PC-44, PC-45). */
export function peopleHandlers({ db }: Database): People {
  return {
    'GET /chat/users/:username/status': async ({ actor, params }) => {
      const status = await findStatus(db, actor.userId, params.username);
      if (!status) throw appError('user_not_found');
      return { is_online: status.isOnline, last_active: status.lastActive?.toISOString() ?? null };
    },
    'GET /chat/users/:username/exists': async ({ actor, params }) => ({
      exists: (await findStatus(db, actor.userId, params.username)) !== undefined,
    }),
  };
}
