import type { safetyRoutes } from '@adda/contract/safety';
import type { Handlers } from '../../../platform/http/handler.ts';
import type { KeptOut } from './kept-out.service.ts';

/** Returns the handlers of the routes for refused files. */
export function uploadsHandlers(
  keptOut: KeptOut,
): Pick<
  Handlers<typeof safetyRoutes>,
  'GET /admin/upload-hashes' | 'POST /admin/upload-hashes' | 'DELETE /admin/upload-hashes/:upload_hash_id'
> {
  return {
    'GET /admin/upload-hashes': ({ query }) => keptOut.list(query),
    'POST /admin/upload-hashes': async ({ actor, body }) => ({
      message: 'Added to the list',
      upload_hash: await keptOut.add(actor, body),
    }),
    'DELETE /admin/upload-hashes/:upload_hash_id': async ({ actor, params }) => {
      await keptOut.remove(actor, params.upload_hash_id);
      return { message: 'Taken off the list' };
    },
  };
}
