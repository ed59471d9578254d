import { ageOn, countries } from '@adda/contract/accounts';
import type { Creator } from '@adda/contract/creators';
import type { Database } from '../../platform/database/index.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { listCreators, type CreatorRow } from './creators.repository.ts';

/** The strip of creators. */
export type CreatorStrip = ReturnType<typeof createCreatorStrip>;

/** Makes the query of the strip. */
export function createCreatorStrip({ db }: Database, clock: () => Date) {
  return {
    /** A page of creators, those with most subscribers first (FE-41, SV-68). */
    async list(actor: Actor, page: { skip: number; limit: number }): Promise<Creator[]> {
      const rows = await listCreators(db, actor.userId, page);
      return rows.flatMap((row) => creatorOf(row, clock()));
    },
  };
}

/** Accounts that live have one of the countries, which the type of a column can't say. */
function creatorOf({ birth_date: birthDate, ...row }: CreatorRow, now: Date): Creator[] {
  const country = countries.find((entry) => entry.country === row.country)?.country;
  return country ? [{ ...row, country, age: ageOn(birthDate, now) }] : [];
}
