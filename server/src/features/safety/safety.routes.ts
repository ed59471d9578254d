import type { safetyRoutes } from '@adda/contract/safety';
import type { Handlers } from '../../platform/http/handler.ts';
import type { SafetySettingsService } from './safety-settings.service.ts';
import type { WordsService } from './words/words.service.ts';
import type { KeptOut } from './uploads/uploads.service.ts';

type Routes = Handlers<typeof safetyRoutes>;

/** Returns the handlers of the routes for the word list and the limits of new accounts. */
export function wordsHandlers(
  words: WordsService,
  settings: SafetySettingsService,
): Pick<
  Routes,
  | 'GET /admin/safety'
  | 'PATCH /admin/safety'
  | 'GET /admin/words'
  | 'POST /admin/words'
  | 'DELETE /admin/words/:word_id'
> {
  return {
    'GET /admin/safety': async () => ({ settings: await settings.get() }),
    'PATCH /admin/safety': async ({ actor, body }) => ({
      message: 'Limits of new accounts updated',
      settings: await settings.set(actor, body),
    }),
    'GET /admin/words': async () => ({ words: await words.list() }),
    'POST /admin/words': async ({ actor, body }) => ({
      message: 'Word added',
      word: await words.add(actor, body),
    }),
    'DELETE /admin/words/:word_id': async ({ actor, params }) => {
      await words.remove(actor, params.word_id);
      return { message: 'Word removed' };
    },
  };
}

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
