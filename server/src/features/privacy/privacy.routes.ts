import type { privacyRoutes } from '@adda/contract/privacy';
import type { Handlers } from '../../platform/http/handler.ts';
import type { Exports } from './exports.service.ts';

/** Returns the handlers of the privacy routes. */
export function privacyHandlers(exports: Exports): Handlers<typeof privacyRoutes> {
  return {
    'POST /users/me/export': async ({ actor }) => ({
      message: 'We are putting your copy together. This can take a few minutes.',
      export: await exports.request(actor),
    }),
    'GET /users/me/export': async ({ actor, origin }) => ({ export: await exports.newest(actor, origin) }),
    'GET /exports/:export_id': ({ params, query, origin }) => exports.open(params.export_id, query, origin),
  };
}
