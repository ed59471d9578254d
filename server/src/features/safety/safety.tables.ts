import type { Generated } from 'kysely';

/** A word or several in a row that nobody may write, or that is looked at. `folded` is its form that counts as the same. */
export type ListedWordsTable = {
  id: string;
  word: string;
  folded: string;
  action: 'refuse' | 'review';
  added_by: number;
  created_at: Generated<Date>;
  hits: Generated<number>;
};

/** One row: the limits of new accounts, and the version of the word list. */
export type SafetySettingsTable = {
  is_only: Generated<boolean>;
  new_account_hours: number;
  first_contacts_per_day: number;
  plain_links: boolean;
  words_version: Generated<number>;
};

/** Whom a new account wrote to first, while it counts. */
export type FirstContactsTable = { sender_id: number; recipient_id: number; created_at: Generated<Date> };

declare module '../../platform/database/tables.ts' {
  interface Tables {
    listed_words: ListedWordsTable;
    safety_settings: SafetySettingsTable;
    first_contacts: FirstContactsTable;
  }
}
