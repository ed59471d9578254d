import type { Tx } from '../../platform/database/index.ts';

/** A session ended. Without `sessionId`, all sessions of the user ended. */
export type SessionEnded = {
  readonly sessionId?: string;
  readonly userId: number;
  readonly reason: 'logged_out' | 'revoked' | 'upgraded' | 'suspended' | 'deleted';
};

/** A user was renamed. Stored rows join the name on read, so only names on open screens have to be updated. */
export type Renamed = {
  readonly userId: number;
  readonly oldUsername: string;
  readonly username: string;
  readonly isGuest: boolean;
};

/** The user changed whether they accept messages (SV-19). */
export type AvailabilityChanged = { readonly userId: number; readonly isAvailable: boolean };

/** The user changed whether they tell what they have read (FT-03). */
export type TellReadChanged = { readonly userId: number; readonly tellsRead: boolean };

/** The user changed which kinds of activity the app shows (NT-03). */
export type ShownKindsChanged = { readonly userId: number };

/** An account was suspended or reinstated (SV-50). */
export type AccountStatusChanged = {
  readonly userId: number;
  readonly username: string;
  readonly isSuspended: boolean;
};

/** Runs inside the transaction of an account command. Throwing rolls the command back. */
type AccountHook = (tx: Tx, userId: number) => Promise<void>;

/** A login on a device or from a country that was not seen before (ID-05). */
type NewLogin = { readonly userId: number; readonly sessionId: string };
type NewLoginHook = (tx: Tx, login: NewLogin) => Promise<void>;

/** Whether the content of a deleted account is removed too; otherwise it stays without a name (SV-13, SV-104). */
export type DeletionOptions = { readonly removesContent: boolean };

/**
 * Everything that deleting an account does besides the account's own rows, in this order (SV-13, SV-104). It is the
 * order in which the commands of the features lock rows, so that a deletion cannot deadlock with them: the wallet comes
 * after the features that move coins. Last are the tombstone, which repeats the deletion after a restored backup, and
 * the user's data copies.
 */
export const DELETION_STEPS = [
  'relations',
  'unused images',
  'messages',
  'private chats',
  'rooms',
  'payments',
  'sandbox payments',
  'creators',
  'profile',
  'posts',
  'post activity',
  'wallet',
  'notifications',
  'activity',
  'tombstone',
  'data copies',
] as const;

type DeletionStep = (typeof DELETION_STEPS)[number];

/** Runs inside the transaction that deletes an account. Throwing rolls the deletion back. */
type DeletionHook = (tx: Tx, userId: number, options: DeletionOptions) => Promise<void>;

/**
 * Events of accounts for other features. Listeners run after the commit and must not throw; hooks run inside the
 * transaction.
 */
export function createAccountEvents() {
  const sessionListeners: ((event: SessionEnded) => void)[] = [];
  const renameListeners: ((event: Renamed) => void)[] = [];
  const availabilityListeners: ((event: AvailabilityChanged) => void)[] = [];
  const tellReadListeners: ((event: TellReadChanged) => void)[] = [];
  const shownKindsListeners: ((event: ShownKindsChanged) => void)[] = [];
  const accountStatusListeners: ((event: AccountStatusChanged) => void)[] = [];
  const suspendedLoginHooks: AccountHook[] = [];
  const marksStoredHooks: AccountHook[] = [];
  const verifiedHooks: AccountHook[] = [];
  const newLoginHooks: NewLoginHook[] = [];
  const deletionHooks = new Map<DeletionStep, DeletionHook>();
  const runAll = async (hooks: readonly AccountHook[], tx: Tx, userId: number) => {
    for (const hook of hooks) await hook(tx, userId);
  };
  return {
    onSessionEnded: (listener: (event: SessionEnded) => void) => void sessionListeners.push(listener),
    onRenamed: (listener: (event: Renamed) => void) => void renameListeners.push(listener),
    onAvailabilityChanged: (listener: (event: AvailabilityChanged) => void) =>
      void availabilityListeners.push(listener),
    onTellReadChanged: (listener: (event: TellReadChanged) => void) => void tellReadListeners.push(listener),
    onShownKindsChanged: (listener: (event: ShownKindsChanged) => void) =>
      void shownKindsListeners.push(listener),
    onAccountStatusChanged: (listener: (event: AccountStatusChanged) => void) =>
      void accountStatusListeners.push(listener),
    /** Called when a suspended user logs in; the hook may reinstate a user whose suspension has expired. */
    onSuspendedLogin: (hook: AccountHook) => void suspendedLoginHooks.push(hook),
    /** Called after identifying marks of an account (device, network, e-mail, payer) were stored. */
    onMarksStored: (hook: AccountHook) => void marksStoredHooks.push(hook),
    onEmailVerified: (hook: AccountHook) => void verifiedHooks.push(hook),
    /** Called when a user logged in on a device or from a country that was not seen before (ID-05). */
    onNewLogin: (hook: NewLoginHook) => void newLoginHooks.push(hook),
    /** Registers the work of a feature in its step of {@link DELETION_STEPS}; each step has one hook. */
    onDeleting(step: DeletionStep, hook: DeletionHook): void {
      if (deletionHooks.has(step)) throw new Error(`The deletion step "${step}" is registered twice.`);
      deletionHooks.set(step, hook);
    },
    /** Returns the steps that no feature has registered. */
    missingDeletionSteps: (): DeletionStep[] => DELETION_STEPS.filter((step) => !deletionHooks.has(step)),
    sessionEnded(event: SessionEnded) {
      for (const listener of sessionListeners) listener(event);
    },
    renamed(event: Renamed) {
      for (const listener of renameListeners) listener(event);
    },
    shownKindsChanged(event: ShownKindsChanged) {
      for (const listener of shownKindsListeners) listener(event);
    },
    availabilityChanged(event: AvailabilityChanged) {
      for (const listener of availabilityListeners) listener(event);
    },
    tellReadChanged(event: TellReadChanged) {
      for (const listener of tellReadListeners) listener(event);
    },
    accountStatusChanged(event: AccountStatusChanged) {
      for (const listener of accountStatusListeners) listener(event);
    },
    runSuspendedLogin: (tx: Tx, userId: number) => runAll(suspendedLoginHooks, tx, userId),
    runMarksStored: (tx: Tx, userId: number) => runAll(marksStoredHooks, tx, userId),
    runEmailVerified: (tx: Tx, userId: number) => runAll(verifiedHooks, tx, userId),
    async runNewLogin(tx: Tx, login: NewLogin): Promise<void> {
      for (const hook of newLoginHooks) await hook(tx, login);
    },
    async runDeleting(tx: Tx, userId: number, options: DeletionOptions): Promise<void> {
      for (const step of DELETION_STEPS) await deletionHooks.get(step)?.(tx, userId, options);
    },
  };
}

export type AccountEvents = ReturnType<typeof createAccountEvents>;
