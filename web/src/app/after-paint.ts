/** What every page needs after its first paint, in one lazy file. */
export { Toasts } from '../ui/toasts.tsx';

/** Asks for the password of `username`; loads the dialog when a request first needs it. Rejects if that fails. */
export const askForProof = async (username: string): Promise<boolean> => {
  const dialog = await import('../features/accounts/recent-proof-dialog.tsx');
  return dialog.askForProof(username);
};

/** Removes what is stored in the databases of this browser for all accounts but `account`: copies, and with `isAll` what was not sent or has no place yet. */
export function clearDatabases(isAll: boolean, account?: string): void {
  const isMissing = () => undefined; // the data stays until the next change of account
  void import('../platform/offline-copies.ts').then(({ clearCopies }) => clearCopies(account), isMissing);
  if (!isAll) return;
  void import('../features/messages/outbox/index.ts').then(
    ({ clearOutboxes }) => clearOutboxes(account),
    isMissing,
  );
  void import('../platform/shared-content.ts').then(
    ({ sharedContent }) => sharedContent.clear(account),
    isMissing,
  );
}

/** The first screen is loaded by then, and its requests are sent. */
const WORKER_DELAY_MS = 4000;

if (import.meta.env.PROD)
  setTimeout(() => {
    void import('./worker.ts').then(
      ({ connectWorker }) => connectWorker(),
      () => undefined, // without its code the app works as before; the next start tries again
    );
  }, WORKER_DELAY_MS);
