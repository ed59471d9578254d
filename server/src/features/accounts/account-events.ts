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

/** Somebody was suspended, or let in again (SV-50). */
export type AccountStatusChanged = {
  readonly userId: number;
  readonly username: string;
  readonly isSuspended: boolean;
};

/** Joins a command of accounts inside its transaction; throwing undoes the command. */
export type AccountHook = (tx: Tx, userId: number) => Promise<void>;

/** How an account ends: what the person wrote stays without their name, or goes as well (SV-13, SV-104). */
export type Ending = { readonly removesContent: boolean };

/** Joins the end of an account inside its transaction; throwing undoes it. */
export type DeletingHook = (tx: Tx, userId: number, ending: Ending) => Promise<void>;

/** What other features hear of. Listeners run after the commit and must not throw; hooks run before it. */
export function createAccountEvents() {
  const sessionListeners: ((event: SessionEnded) => void)[] = [];
  const renameListeners: ((event: Renamed) => void)[] = [];
  const availabilityListeners: ((event: AvailabilityChanged) => void)[] = [];
  const accountStatusListeners: ((event: AccountStatusChanged) => void)[] = [];
  const comingBackHooks: AccountHook[] = [];
  const markedHooks: AccountHook[] = [];
  const verifiedHooks: AccountHook[] = [];
  const deletingHooks: DeletingHook[] = [];
  const runAll = async (hooks: readonly AccountHook[], tx: Tx, userId: number) => {
    for (const hook of hooks) await hook(tx, userId);
  };
  return {
    onSessionEnded: (listener: (event: SessionEnded) => void) => void sessionListeners.push(listener),
    onRenamed: (listener: (event: Renamed) => void) => void renameListeners.push(listener),
    onAvailabilityChanged: (listener: (event: AvailabilityChanged) => void) =>
      void availabilityListeners.push(listener),
    onAccountStatusChanged: (listener: (event: AccountStatusChanged) => void) =>
      void accountStatusListeners.push(listener),
    /** Asked when a suspended person logs in; may let them in where the time is over. */
    onComingBack: (hook: AccountHook) => void comingBackHooks.push(hook),
    /** Told when something was noted by which accounts of one person are known. */
    onMarked: (hook: AccountHook) => void markedHooks.push(hook),
    onEmailVerified: (hook: AccountHook) => void verifiedHooks.push(hook),
    onDeleting: (hook: DeletingHook) => void deletingHooks.push(hook),
    sessionEnded(event: SessionEnded) {
      for (const listener of sessionListeners) listener(event);
    },
    renamed(event: Renamed) {
      for (const listener of renameListeners) listener(event);
    },
    availabilityChanged(event: AvailabilityChanged) {
      for (const listener of availabilityListeners) listener(event);
    },
    accountStatusChanged(event: AccountStatusChanged) {
      for (const listener of accountStatusListeners) listener(event);
    },
    runComingBack: (tx: Tx, userId: number) => runAll(comingBackHooks, tx, userId),
    runMarked: (tx: Tx, userId: number) => runAll(markedHooks, tx, userId),
    runEmailVerified: (tx: Tx, userId: number) => runAll(verifiedHooks, tx, userId),
    async runDeleting(tx: Tx, userId: number, ending: Ending): Promise<void> {
      for (const hook of deletingHooks) await hook(tx, userId, ending);
    },
  };
}

export type AccountEvents = ReturnType<typeof createAccountEvents>;
