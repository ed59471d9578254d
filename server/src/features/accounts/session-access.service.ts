import { createBatchReader } from '../../platform/database/index.ts';
import type { AccountsContext } from './accounts.types.ts';
import { findSessions, noteUses, type SessionWithUser } from './sessions.repository.ts';
import { noteActivities } from './users.repository.ts';

type SessionUse = { readonly sessionId: string; readonly userId: number };

/** How the session of a token is read, and how its use is noted. */
export type SessionAccess = {
  readonly find: (id: string) => Promise<SessionWithUser | undefined>;
  readonly noteUse: (use: SessionUse) => Promise<void>;
};

/**
 * Requests and admissions that arrive at the same time share their statements (CL-07). `name` is the one under which these get their share
 * of the database's connections. Nothing is kept, so the end of a session holds at once.
 */
export function createSharedAccess({ database, clock }: AccountsContext, name: string): SessionAccess {
  return {
    find: createBatchReader({ name, read: (ids: readonly string[]) => findSessions(database.db, ids) }),
    noteUse: createBatchReader({
      name,
      read: async (uses: readonly SessionUse[]) => {
        const sessionIds = uses.map(({ sessionId }) => sessionId);
        const userIds = uses.map(({ userId }) => userId);
        await noteUses(database.db, sessionIds, clock());
        await noteActivities(database.db, userIds, clock());
        return uses.map(() => undefined);
      },
    }),
  };
}
