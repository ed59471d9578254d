import type { SafetySettings } from '@adda/contract/safety';
import { writeAudit } from '../../platform/audit/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { SafetyMemory } from './safety-memory.service.ts';
import { readSettings, storeSettings } from './safety.repository.ts';

/** Limits of new accounts, as set by operators. */
export type SafetySettingsService = ReturnType<typeof createSafetySettings>;

/** Creates the query and the command of the settings. */
export function createSafetySettings(database: Database, memory: Pick<SafetyMemory, 'refresh'>) {
  return {
    /** Returns the stored limits (SV-105). */
    async get(): Promise<SafetySettings> {
      const { words_version: _version, ...settings } = await readSettings(database.db);
      return settings;
    },

    /** Stores the limits. They apply on this node immediately and on other nodes within seconds (SV-105). */
    async set({ userId }: Actor, settings: SafetySettings): Promise<SafetySettings> {
      await database.transaction(async (tx) => {
        await storeSettings(tx, settings);
        const details = { ...settings };
        await writeAudit(tx, { actorId: userId, action: 'safety_changed', target: 'safety', details });
      });
      await memory.refresh();
      return settings;
    },
  };
}
