import { ageOn, countries } from '@adda/contract/accounts';
import type { Creator } from '@adda/contract/creators';
import type { Database } from '../../platform/database/index.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { listCreators, type CreatorRow } from './creators.repository.ts';

/** Service for the list of creators. */
export type CreatorStrip = ReturnType<typeof createCreatorStrip>;

/** Creates the query of the list. */
export function createCreatorStrip({ db }: Database, clock: () => Date) {
  return {
    /** Returns a page of creators, most subscribers first (FE-41, SV-68). */
    async list(actor: Actor, page: { skip: number; limit: number }): Promise<Creator[]> {
      const rows = await listCreators(db, actor.userId, page);
      return rows.flatMap((row) => creatorOf(row, clock()));
    },
  };
}

/** Accounts that are not deleted always have a known country, which the column type can't express. */
function creatorOf({ birth_date: birthDate, ...row }: CreatorRow, now: Date): Creator[] {
  const country = countries.find((entry) => entry.country === row.country)?.country;
  return country ? [{ ...row, country, age: ageOn(birthDate, now) }] : [];
}
