import type { Generated } from 'kysely';

/**
 * A word or phrase that is refused or reviewed. `folded` is its normalised form; two words with the same form are
 * duplicates.
 */
type ListedWordsTable = {
  id: string;
  word: string;
  folded: string;
  action: 'refuse' | 'review';
  added_by: number;
  created_at: Generated<Date>;
  hits: Generated<number>;
};

/** A single row with the limits of new accounts and the version of the word list. */
type SafetySettingsTable = {
  is_only: Generated<boolean>;
  new_account_hours: number;
  first_contacts_per_day: number;
  plain_links: boolean;
  words_version: Generated<number>;
};

/** Recipients of a new account's first contacts, as long as they count. */
type FirstContactsTable = { sender_id: number; recipient_id: number; created_at: Generated<Date> };

declare module '../../platform/database/tables.ts' {
  interface Tables {
    listed_words: ListedWordsTable;
    safety_settings: SafetySettingsTable;
    first_contacts: FirstContactsTable;
  }
}

/** A refused file, by one of its hashes in hex. */
export type UploadHashesTable = {
  id: string;
  kind: 'sha256' | 'dhash';
  value: string;
  note: string | null;
  report_id: string | null;
  added_by: number;
  created_at: Generated<Date>;
  /** Number of refused uploads. */
  hits: Generated<number>;
};

/** A single row with the version of the list, which grows with every change. */
type UploadHashesVersionTable = { only_row: Generated<boolean>; version: number };

declare module '../../platform/database/tables.ts' {
  interface Tables {
    upload_hashes: UploadHashesTable;
    upload_hashes_version: UploadHashesVersionTable;
  }
}
