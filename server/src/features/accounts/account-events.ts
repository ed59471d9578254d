import type { Tx } from '../../platform/database/index.ts';

/** A session ended, or all of a user's sessions where no `sessionId` is named. */
export type SessionEnded = {
  readonly sessionId?: string;
  readonly userId: number;
  readonly reason: 'logged_out' | 'revoked' | 'upgraded' | 'suspended' | 'deleted';
};

/** A person has another name now; stored names are joined on read, so only what is on screens has to follow. */
export type Renamed = {
  readonly userId: number;
  readonly oldUsername: string;
  readonly username: string;
  readonly isGuest: boolean;
};

/** Somebody takes messages from now on, or no more (SV-19). */
export type AvailabilityChanged = { readonly userId: number; readonly isAvailable: boolean };

/** Joins a command of accounts inside its transaction; throwing undoes the command. */
export type AccountHook = (tx: Tx, userId: number) => Promise<void>;

/** What other features hear of. Listeners run after the commit and must not throw; hooks run before it. */
export function createAccountEvents() {
  const sessionListeners: ((event: SessionEnded) => void)[] = [];
  const renameListeners: ((event: Renamed) => void)[] = [];
  const availabilityListeners: ((event: AvailabilityChanged) => void)[] = [];
  const verifiedHooks: AccountHook[] = [];
  const deletingHooks: AccountHook[] = [];
  const runAll = async (hooks: readonly AccountHook[], tx: Tx, userId: number) => {
    for (const hook of hooks) await hook(tx, userId);
  };
  return {
    onSessionEnded: (listener: (event: SessionEnded) => void) => void sessionListeners.push(listener),
    onRenamed: (listener: (event: Renamed) => void) => void renameListeners.push(listener),
    onAvailabilityChanged: (listener: (event: AvailabilityChanged) => void) =>
      void availabilityListeners.push(listener),
    onEmailVerified: (hook: AccountHook) => void verifiedHooks.push(hook),
    onDeleting: (hook: AccountHook) => void deletingHooks.push(hook),
    sessionEnded(event: SessionEnded) {
      for (const listener of sessionListeners) listener(event);
    },
    renamed(event: Renamed) {
      for (const listener of renameListeners) listener(event);
    },
    availabilityChanged(event: AvailabilityChanged) {
      for (const listener of availabilityListeners) listener(event);
    },
    runEmailVerified: (tx: Tx, userId: number) => runAll(verifiedHooks, tx, userId),
    runDeleting: (tx: Tx, userId: number) => runAll(deletingHooks, tx, userId),
  };
}

export type AccountEvents = ReturnType<typeof createAccountEvents>;
