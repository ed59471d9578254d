import { VERIFICATION_MAIL_SECONDS, type ChangePasswordInput } from '@adda/contract/accounts';
import { appError } from '../../platform/errors.ts';
import type { Actor, CallOrigin } from '../../platform/http/handler.ts';
import { setSceneUser } from '../../platform/logging/security-log.ts';
import type { AccountsContext } from './accounts.types.ts';
import { deleteLoginChallenges } from './factors/totp.repository.ts';
import { deleteLinks, findLink, lockLink } from './mail-links.repository.ts';
import { hashOfToken, type MailLinks } from './mail-links.service.ts';
import type { OwnerMails } from './mails.service.ts';
import type { OwnPasswordCheck } from './password-check.service.ts';
import { assertStrong } from './password-judge.service.ts';
import type { AccessToken, Sessions } from './sessions.service.ts';
import { findByLogin, findUser, lockUser, markEmailVerified, setPasswordHash } from './users.repository.ts';

type Parts = {
  readonly sessions: Sessions;
  readonly mailLinks: MailLinks;
  readonly ownerMails: OwnerMails;
  readonly isOwnPassword: OwnPasswordCheck;
};

/** Password reset and password change. */
export function createPasswords(
  context: AccountsContext,
  { sessions, mailLinks, ownerMails, isOwnPassword }: Parts,
) {
  const { database, jobs, events, passwords, origins, siteWords, clock } = context;

  const sendResetLink = async (email: string) => {
    const found = await findByLogin(database.db, email);
    if (!found) return;
    await database.transaction(async (tx) => {
      const user = await lockUser(tx, found.id);
      if (user?.email !== email) return;
      const wait = await mailLinks.secondsToWait(tx, user.id, 'reset_password', VERIFICATION_MAIL_SECONDS);
      if (wait === 0) await mailLinks.issue(tx, 'reset_password', user);
    });
  };

  /** Returns the user of a valid reset link. Throws `invalid_reset_link`. */
  const userOfResetLink = async (tokenHash: string) => {
    const link = await findLink(database.db, 'reset_password', tokenHash, clock());
    const user = link && (await findUser(database.db, link.user_id));
    if (!user || user.email !== link.email) throw appError('invalid_reset_link');
    setSceneUser(user.id);
    return user;
  };

  return {
    startJobs: () => jobs.handle('accounts.reset-request', ({ email }) => sendResetLink(email)),

    /**
     * Enqueues a request for a reset link (SV-09). Known and unknown addresses take the same time, because the job does
     * the lookup.
     */
    async forgot(email: string): Promise<void> {
      await database.transaction((tx) => jobs.enqueue(tx, 'accounts.reset-request', { email }));
    },

    /**
     * Sets a new password with a single-use link and ends every session (SV-10). A weak password leaves the link valid.
     */
    async reset(token: string, newPassword: string, origin: CallOrigin): Promise<void> {
      const owner = await userOfResetLink(hashOfToken(token));
      await assertStrong(newPassword, 'new_password', { ...owner, siteWords });
      const passwordHash = await passwords.hash(newPassword);
      await database.transaction(async (tx) => {
        const link = await lockLink(tx, 'reset_password', hashOfToken(token), clock());
        const user = link && (await lockUser(tx, link.user_id));
        if (!user || user.email !== link.email) throw appError('invalid_reset_link');
        await setPasswordHash(tx, user.id, passwordHash);
        await deleteLinks(tx, user.id, 'reset_password');
        await deleteLoginChallenges(tx, user.id);
        await sessions.revoke(tx, user.id, {}, 'revoked');
        await ownerMails.mailOwner(tx, user.id, { kind: 'password_changed' });
        // Marks this device as known, so that the user can log in while others are trying passwords.
        await origins.note(tx, user.id, origin, user.email);
        // The link was received by mail, which also proves the address.
        if (await markEmailVerified(tx, user.id, clock())) await events.runEmailVerified(tx, user.id);
      });
    },

    /**
     * Sets a new password, ends every other session and returns a new token for the caller's session (SV-11, ID-03).
     */
    async change(actor: Actor, change: ChangePasswordInput, origin: CallOrigin): Promise<AccessToken> {
      const known = await findUser(database.db, actor.userId);
      const hash = known?.password_hash;
      const given = { hash, password: change.current_password, field: 'current_password' };
      if (!(await isOwnPassword(actor, given, origin))) throw appError('wrong_password');
      if (known) await assertStrong(change.new_password, 'new_password', { ...known, siteWords });
      const passwordHash = await passwords.hash(change.new_password);
      const session = await database.transaction(async (tx) => {
        const user = await lockUser(tx, actor.userId);
        if (user?.password_hash !== hash) throw appError('wrong_password');
        await setPasswordHash(tx, actor.userId, passwordHash);
        await deleteLinks(tx, actor.userId, 'reset_password');
        await deleteLoginChallenges(tx, actor.userId);
        await sessions.revoke(tx, actor.userId, { except: actor.sessionId }, 'revoked');
        await ownerMails.mailOwner(tx, actor.userId, { kind: 'password_changed' });
        await sessions.prove(tx, actor.sessionId);
        return sessions.rotate(tx, actor.sessionId);
      });
      return sessions.accessToken(actor.username, session);
    },
  };
}
