import { ageOn } from '@adda/contract/accounts';
import type { ManagedPerson, ManagedPersonDetail } from '@adda/contract/moderation';
import { userReference, writeAudit } from '../../../platform/audit/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { listFlagsOf } from './evasion.repository.ts';
import { listSanctions } from './sanctions.repository.ts';
import { findManaged, listPeople, type PeopleQuery } from './people.repository.ts';

export type People = ReturnType<typeof createPeople>;

/** Creates the user administration of the console. */
export function createPeople({ database }: { readonly database: Database }) {
  return {
    /** Returns one page of users by name, address or status; the total is capped at 10 000. */
    list: (query: PeopleQuery): Promise<{ people: ManagedPerson[]; total_count: number }> =>
      listPeople(database.db, query),

    /** Returns the details of a user and writes an audit entry. Throws `user_not_found`. */
    async read(actor: Actor, username: string): Promise<ManagedPersonDetail> {
      return database.transaction(async (tx) => {
        const found = await findManaged(tx, username);
        if (!found) throw appError('user_not_found');
        const { id, birth_date: birthDate, ...figures } = found.figures;
        await writeAudit(tx, { actorId: actor.userId, action: 'user_read', target: userReference(id) });
        return {
          ...found.person,
          ...figures,
          age: ageOn(birthDate, new Date()),
          sanctions: await listSanctions(tx, id),
          flags: await listFlagsOf(tx, id),
        };
      });
    },
  };
}
