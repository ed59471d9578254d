import type { SafetySettings } from '@adda/contract/safety';
import type { Queryable, Tx } from '../../platform/database/index.ts';

/** The settings with the version of the word list. */
export type SettingsRow = SafetySettings & { readonly words_version: number };

/** Returns the stored settings. */
export function readSettings(db: Queryable): Promise<SettingsRow> {
  return db
    .selectFrom('safety_settings')
    .select(['new_account_hours', 'first_contacts_per_day', 'plain_links', 'words_version'])
    .executeTakeFirstOrThrow();
}

/** Stores all settings. */
export async function storeSettings(tx: Tx, settings: SafetySettings): Promise<void> {
  const { new_account_hours, first_contacts_per_day, plain_links } = settings;
  await tx
    .updateTable('safety_settings')
    .set({ new_account_hours, first_contacts_per_day, plain_links })
    .execute();
}
