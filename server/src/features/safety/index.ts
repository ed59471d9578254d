/**
 * Safety prevents harmful content from being published: the word list, limits of new accounts, refused files, and the
 * external scanner. Owns the tables `listed_words`, `safety_settings`, `first_contacts` and `upload_hashes`. Sanctions
 * against users belong to moderation.
 */
import './safety.tables.ts';
import { createNewAccounts } from './contact-limits.service.ts';
import { deleteOldContacts } from './safety.repository.ts';
import { createSafetyMemory } from './safety-memory.service.ts';
import { createSafetySettings } from './safety-settings.service.ts';
import type { SafetyOptions } from './safety.types.ts';
import { createUploads } from './uploads/uploads.service.ts';
import { createWordList } from './words/word-filter.service.ts';
import { createWordsService } from './words/words.service.ts';
import { uploadsHandlers, wordsHandlers } from './safety.routes.ts';

export type * from './safety.types.ts';

/** Creates the feature. Call `start` before the first request and `startJobs` once before the job queue starts. */
export function createSafety(options: SafetyOptions) {
  const { database, jobs, logger, hasLimits } = options;
  const memory = createSafetyMemory(database, logger);
  const list = createWordList({ database, jobs, logger, memory });
  const files = createUploads(options);
  return {
    handlers: {
      ...wordsHandlers(createWordsService(database, memory), createSafetySettings(database, memory)),
      ...uploadsHandlers(files.keptOut),
    },
    wordFilter: list.wordFilter,
    newAccounts: createNewAccounts({ memory, hasLimits }),
    uploads: files.uploads,
    /** Loads the word list and the settings. */
    start: (): Promise<void> => memory.start(list.storeHits),
    startJobs(): void {
      list.startJobs();
      jobs.every('safety.first-contacts', '23 * * * *', () => deleteOldContacts(database.db));
    },
    /** Call after the last write and before the database closes. */
    async close(): Promise<void> {
      files.close();
      await memory.close();
      await list.close();
      await list.storeHits().catch((error: unknown) => logger.warn({ err: error }, 'hits of words are lost'));
    },
  };
}

/** Public interface of the safety feature. */
export type Safety = ReturnType<typeof createSafety>;
