import { HIDING_DAYS } from '@adda/contract/moderation';
import { afterCommit, type Database, type Tx } from '../../platform/database/index.ts';
import { deleteHiding, insertHiding, readHiding } from './hiding.repository.ts';

export type Hiding = ReturnType<typeof createHiding>;

/** Creates the commands that hide a threatened user from strangers (MR-05). */
export function createHiding({ db }: Database) {
  const listeners: ((userId: number) => void)[] = [];
  return {
    /** Subscribes to new hidings after their commit; the listener must not throw. */
    onHidden: (listener: (userId: number) => void) => void listeners.push(listener),

    /** Hides the user for `HIDING_DAYS` from now, within the transaction of a report. Returns the end. */
    async hideWithin(tx: Tx, userId: number): Promise<Date> {
      const until = await insertHiding(tx, userId, HIDING_DAYS);
      afterCommit(tx, () => {
        for (const listener of listeners) listener(userId);
      });
      return until;
    },

    /** Returns until when the user is hidden, or null. */
    async read(userId: number): Promise<{ hidden_until: string | null }> {
      const until = await readHiding(db, userId);
      return { hidden_until: until?.toISOString() ?? null };
    },

    /** Ends the hiding now, if there is one. */
    async end(userId: number): Promise<{ hidden_until: null }> {
      await deleteHiding(db, userId);
      return { hidden_until: null };
    },

    /** Part of deleting an account, in its transaction (SV-13). */
    forget: (tx: Tx, userId: number): Promise<void> => deleteHiding(tx, userId),
  };
}
