import { createBatchReader } from '../../platform/database/index.ts';
import type { AccountsContext } from './accounts.types.ts';
import { findSession, findSessions, noteUse, noteUses, type SessionWithUser } from './sessions.repository.ts';
import { noteActivities, noteActivity } from './users.repository.ts';

type SessionUse = { readonly sessionId: string; readonly userId: number };

/** How the session of a token is read, and how its use is noted. */
export type SessionAccess = {
  readonly find: (id: string) => Promise<SessionWithUser | undefined>;
  readonly noteUse: (use: SessionUse) => Promise<void>;
};

/** For requests: each has statements of its own. */
export const createOwnAccess = ({ database, clock }: AccountsContext): SessionAccess => ({
  find: (id) => findSession(database.db, id),
  noteUse: async ({ sessionId, userId }) => {
    await noteUse(database.db, sessionId, clock());
    await noteActivity(database.db, userId, clock());
  },
});

/** For sockets: many connect at the same time, and share their statements then (CL-07). */
export function createSharedAccess({ database, clock }: AccountsContext): SessionAccess {
  const name = 'admissions';
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
