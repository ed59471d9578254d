import { VERIFICATION_MAIL_SECONDS } from '@adda/contract/accounts';
import { appError } from '../../platform/errors.ts';
import type { Actor, CallOrigin } from '../../platform/http/handler.ts';
import type { AccountsContext } from './accounts.dependencies.ts';
import { deleteLinks, findLink, lockLink } from './mail-links.repository.ts';
import { hashOfToken, type MailLinks } from './mail-links.service.ts';
import type { OwnerMails } from './owner-mails.service.ts';
import type { PasswordCheck } from './password-check.ts';
import { assertStrong } from './password-judge.ts';
import type { AccessToken, Sessions } from './sessions.service.ts';
import { findByLogin, findUser, lockUser, markEmailVerified, setPasswordHash } from './users.repository.ts';

type PasswordChange = { current_password: string; new_password: string };

type Parts = {
  readonly sessions: Sessions;
  readonly mailLinks: MailLinks;
  readonly ownerMails: OwnerMails;
  readonly isPasswordRight: PasswordCheck;
};

/** Forgotten and changed passwords. */
export function createPasswords(
  context: AccountsContext,
  { sessions, mailLinks, ownerMails, isPasswordRight }: Parts,
) {
  const { database, jobs, events, passwords, origins, clock } = context;

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

  /** Who may set a new password with a link. Throws `invalid_reset_link`. */
  const personOf = async (tokenHash: string) => {
    const link = await findLink(database.db, 'reset_password', tokenHash, clock());
    const user = link && (await findUser(database.db, link.user_id));
    if (!user || user.email !== link.email) throw appError('invalid_reset_link');
    return user;
  };

  return {
    startJobs: () => jobs.handle('accounts.reset-request', ({ email }) => sendResetLink(email)),

    /** Notes the wish for a reset link (SV-09). Known and unknown addresses cost the same: the queue looks them up. */
    async forgot(email: string): Promise<void> {
      await database.transaction((tx) => jobs.enqueue(tx, 'accounts.reset-request', { email }));
    },

    /** Sets a new password with the link of a mail, once; every session ends (SV-10). A weak one leaves the link good. */
    async reset(token: string, newPassword: string, origin: CallOrigin): Promise<void> {
      await assertStrong(newPassword, 'new_password', await personOf(hashOfToken(token)));
      const passwordHash = await passwords.hash(newPassword);
      await database.transaction(async (tx) => {
        const link = await lockLink(tx, 'reset_password', hashOfToken(token), clock());
        const user = link && (await lockUser(tx, link.user_id));
        if (!user || user.email !== link.email) throw appError('invalid_reset_link');
        await setPasswordHash(tx, user.id, passwordHash);
        await deleteLinks(tx, user.id, 'reset_password');
        await sessions.revoke(tx, user.id, {}, 'revoked');
        await ownerMails.tellOwner(tx, user.id, { kind: 'password_changed' });
        // The new password is used here next, also while others are trying passwords.
        await origins.note(tx, user.id, origin, user.email);
        // Whoever has this link reads the mails of the address.
        if (await markEmailVerified(tx, user.id, clock())) await events.runEmailVerified(tx, user.id);
      });
    },

    /** Sets a new password; every other session ends and the caller's gets a fresh token at once (SV-11, ID-03). */
    async change(actor: Actor, change: PasswordChange, origin: CallOrigin): Promise<AccessToken> {
      const known = await findUser(database.db, actor.userId);
      const hash = known?.password_hash;
      const attempt = {
        name: actor.username,
        userId: actor.userId,
        address: origin.address,
        cookies: origin.cookies,
        hash,
        password: change.current_password,
      };
      if (!(await isPasswordRight(attempt))) throw appError('wrong_password');
      if (known) await assertStrong(change.new_password, 'new_password', known);
      const passwordHash = await passwords.hash(change.new_password);
      const session = await database.transaction(async (tx) => {
        const user = await lockUser(tx, actor.userId);
        if (user?.password_hash !== hash) throw appError('wrong_password');
        await setPasswordHash(tx, actor.userId, passwordHash);
        await deleteLinks(tx, actor.userId, 'reset_password');
        await sessions.revoke(tx, actor.userId, { except: actor.sessionId }, 'revoked');
        await ownerMails.tellOwner(tx, actor.userId, { kind: 'password_changed' });
        await sessions.prove(tx, actor.sessionId);
        return sessions.rotate(tx, actor.sessionId);
      });
      return sessions.accessToken(actor.username, session);
    },
  };
}
