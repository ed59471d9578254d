/**
 * Accounts owns users: registration, guest access, upgrade, login, sessions and tokens, e-mail confirmation, passwords,
 * passkeys, authenticator apps, and account deletion. It owns the tables `users`, `sessions`, `mail_links`, `account_origins`,
 * `account_networks`, `account_places`, `passkeys`, `passkey_challenges`, `totp_secrets`, `recovery_codes` and `login_challenges`.
 * Other features store user ids and read names here, so a new name takes effect everywhere. Listeners report ended
 * sessions and new names; hooks run inside the transaction of a confirmation or deletion.
 */
import './accounts.tables.ts';
import type { Tx } from '../../platform/database/index.ts';
import { createAccountEvents, type AccountEvents } from './accounts.events.ts';
import { createAccount, createAccountDeletion, createRepeatedDeletion } from './account.service.ts';
import type { AccountsContext, AccountsOptions } from './accounts.types.ts';
import { accountsHandlers } from './accounts.routes.ts';
import { createAuthentication } from './authentication.service.ts';
import { createEmailVerification, createMailLinks } from './mail-links.service.ts';
import { createEmailChange } from './email-change.service.ts';
import { createMaintenance } from './accounts.jobs.ts';
import { createFactorCodes } from './factors/factor-codes.service.ts';
import { createPasskeyCeremonies } from './factors/passkey-ceremonies.service.ts';
import { createPasskeyRegistration, createPasskeys } from './factors/passkeys.service.ts';
import { createSecondFactor } from './factors/second-factor.service.ts';
import { createTotpRenewals } from './factors/totp-seals.service.ts';
import { createTotp } from './factors/totp.service.ts';
import { createGuessLimits, type GuessLimits } from './guess-limits.service.ts';
import { createEntrance, type Entrance } from './entrance.service.ts';
import { createLogin, createRecentProof } from './login.service.ts';
import { startForgetMailsJob, createOwnerMails, type OwnerMails } from './mails.service.ts';
import { createOrigins } from './origins.service.ts';
import { createOwnPasswordCheck, createPasswordCheck } from './password-check.service.ts';
import { createPasswordHasher } from './password-hash.service.ts';
import { createPasswords } from './passwords.service.ts';
import { createRegistration } from './registration.service.ts';
import { createSessions } from './sessions.service.ts';
import { createTakeoverUndo } from './takeover-undo.service.ts';
import { createAccountStatus } from './account-status.service.ts';
import { createTokens } from './tokens.service.ts';

export {
  type AvailabilityChanged,
  type DeletionOptions,
  type Renamed,
  type SessionEnded,
  type TellReadChanged,
  type AccountStatusChanged,
  createAccountEvents,
} from './accounts.events.ts';
export type { AccountsOptions } from './accounts.types.ts';
export type { PasswordCost } from './password-hash.service.ts';
export { createAdministration } from './accounts.commands.ts';
export { isUsableSession } from './sessions.repository.ts';
export { listSharedMarks, mostFromOneNetwork, shareOrigin, type SharedMarks } from './origins.repository.ts';
export type { Person } from './account-status.repository.ts';
export { createAccountStatus, type AccountStatus } from './account-status.service.ts';
export { accountSections } from './accounts.personal.repository.ts';

/** Ids or addresses by which a payment provider identifies the user; unique within that provider. */
export type Payer = { readonly provider: string; readonly identities: readonly string[] };

/** The part of the events that other features may use. */
const subscriptionsOf = (events: AccountEvents) => ({
  onSessionEnded: events.onSessionEnded,
  onRenamed: events.onRenamed,
  onAvailabilityChanged: events.onAvailabilityChanged,
  onTellReadChanged: events.onTellReadChanged,
  onShownKindsChanged: events.onShownKindsChanged,
  onEmailVerified: events.onEmailVerified,
  onDeleting: events.onDeleting,
  missingDeletionSteps: events.missingDeletionSteps,
  onAccountStatusChanged: events.onAccountStatusChanged,
  onSuspendedLogin: events.onSuspendedLogin,
  onMarksStored: events.onMarksStored,
  onNewLogin: events.onNewLogin,
});

type FactorParts = {
  readonly ownerMails: OwnerMails;
  readonly guessLimits: GuessLimits;
  readonly entrance: Entrance;
};

/** Creates what proves a user beside the password. */
function createFactors(context: AccountsContext, { ownerMails, guessLimits, entrance }: FactorParts) {
  const ceremonies = createPasskeyCeremonies(context);
  const factorCodes = createFactorCodes(context, { ownerMails, guessLimits });
  const totp = createTotp(context, { ownerMails, factorCodes });
  return {
    ceremonies,
    factorCodes,
    totp,
    passkeys: createPasskeys(context, { ceremonies, ownerMails }),
    passkeyRegistration: createPasskeyRegistration(context, ceremonies),
    secondFactor: createSecondFactor(context, { totp, factorCodes, ceremonies, entrance }),
  };
}

/** Creates the feature. Call `startJobs` once before the job queue starts. */
export function createAccounts({ publicUrl, clock = () => new Date(), ...options }: AccountsOptions) {
  const events = createAccountEvents();
  const context: AccountsContext = {
    ...options,
    clock,
    events,
    publicUrl: typeof publicUrl === 'string' ? () => publicUrl : publicUrl,
    tokens: createTokens(options.jwtSecret),
    passwords: createPasswordHasher(options.passwordCost),
    origins: createOrigins({ jwtSecret: options.jwtSecret, clock }),
  };
  const guessLimits = createGuessLimits(context);
  const isPasswordRight = createPasswordCheck(context, guessLimits);
  const isOwnPassword = createOwnPasswordCheck(isPasswordRight);
  const sessions = createSessions(context);
  const mailLinks = createMailLinks(context);
  const authentication = createAuthentication(context, sessions);
  const deleteAccount = createAccountDeletion(context, sessions);
  const ownerMails = createOwnerMails(context);
  const passwords = createPasswords(context, { sessions, mailLinks, ownerMails, isOwnPassword });
  const entrance = createEntrance(context, { sessions, mailLinks });
  const factors = createFactors(context, { ownerMails, guessLimits, entrance });
  const maintenance = createMaintenance(context, deleteAccount);
  const login = createLogin(context, { entrance, secondFactor: factors.secondFactor, isPasswordRight });
  const account = createAccount(context, deleteAccount, isOwnPassword);
  return {
    handlers: accountsHandlers({
      registration: createRegistration(context, { sessions, mailLinks, ...factors }),
      login,
      verification: createEmailVerification(context, mailLinks),
      account,
      authentication,
      sessions,
      passwords,
      emailChange: createEmailChange(context, mailLinks),
      undoTakeover: createTakeoverUndo(context, { sessions, mailLinks }),
      recentProof: createRecentProof(context, { sessions, isPasswordRight, ...factors }),
      ...factors,
    }),
    authenticate: authentication.authenticate,
    callerOf: authentication.callerOf,
    admitSocket: authentication.admitSocket,
    reauthorizeSocket: authentication.reauthorizeSocket,
    suspendedUserOf: authentication.suspendedUserOf,
    provenBy: login.provenBy,
    mailOwner: ownerMails.mailOwner,
    stopMails: account.stopMails,
    accountStatus: createAccountStatus(context),
    /** What is encrypted anew after the exchange of the secret. */
    sealRenewals: createTotpRenewals(context),
    async notePayer(tx: Tx, userId: number, payer: Payer): Promise<void> {
      await context.origins.notePayer(tx, userId, payer.provider, payer.identities);
      await events.runMarksStored(tx, userId);
    },
    noteEmail: context.origins.noteEmail,
    deleteIdleGuests: maintenance.deleteIdleGuests,
    /** Deletes an account again that a restored backup brought back; resolves to false if it does not exist (SV-13). */
    deleteAgain: createRepeatedDeletion(context, deleteAccount),
    ...subscriptionsOf(events),
    startJobs() {
      mailLinks.startJobs();
      ownerMails.startJobs();
      startForgetMailsJob(context);
      passwords.startJobs();
      maintenance.startJobs();
    },
  };
}

/** Public interface of the accounts feature. */
export type Accounts = ReturnType<typeof createAccounts>;
