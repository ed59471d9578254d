import { randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { AccountsContext } from './accounts.types.ts';
import { deleteLoginChallenges, deleteTotpSince } from './factors/totp.repository.ts';
import { deletePasskeysSince } from './factors/passkeys.repository.ts';
import * as links from './mail-links.repository.ts';
import { hashOfToken, type MailLinks } from './mail-links.service.ts';
import type { OwnerMails } from './mails.service.ts';
import type { Sessions } from './sessions.service.ts';
import { findByLogin, lockUser, setEmail, setPasswordHash, type User } from './users.repository.ts';

type Parts = { readonly sessions: Sessions; readonly mailLinks: MailLinks; readonly ownerMails: OwnerMails };

/** Changes the e-mail address of an account: asked for with the new one, confirmed there, undone from the old one (ID-05). */
export function createEmailChange(context: AccountsContext, { sessions, mailLinks, ownerMails }: Parts) {
  const { database, events, passwords, origins, clock } = context;

  /** Returns the id of another user who has the address, or can still have it back. */
  const otherOwner = async (tx: Tx, userId: number, email: string): Promise<number | undefined> => {
    const owner = (await findByLogin(tx, email))?.id;
    if (owner !== undefined && owner !== userId) return owner;
    return links.findHolder(tx, email, { except: userId, now: clock() });
  };

  /** Gives the user the address; the link that was received there proves it. */
  const becomeOwner = async (tx: Tx, user: User, email: string): Promise<void> => {
    await setEmail(tx, user.id, email, clock());
    if (user.email_verified_at === null) await events.runEmailVerified(tx, user.id);
  };

  /** Ends what somebody may have prepared who had the account since then, and everything that is under way. */
  const shutOut = async (tx: Tx, user: User, since: Date): Promise<void> => {
    await links.deleteLinksSince(tx, user.id, since);
    await deletePasskeysSince(tx, user.id, since);
    await deleteTotpSince(tx, user.id, since);
    await deleteLoginChallenges(tx, user.id);
    await sessions.revoke(tx, user.id, {}, 'revoked');
  };

  return {
    /**
     * Sends a link to the new address, and to the old one a notice with the way back. An address that somebody else has gets a mail that
     * says so; the caller can't tell the difference. Throws `email_unchanged`.
     */
    async request(actor: Actor, email: string): Promise<void> {
      await database.transaction(async (tx) => {
        const user = await lockUser(tx, actor.userId);
        if (!user?.email) throw appError('invalid_token');
        if (user.email === email) throw appError('email_unchanged');
        await links.deleteLinks(tx, user.id, 'change_email');
        // First: the way back ends all that is not older than itself.
        await mailLinks.issue(tx, 'undo_email_change', user);
        const taken = await otherOwner(tx, user.id, email);
        if (taken === undefined) await mailLinks.issue(tx, 'change_email', { ...user, email });
        else await ownerMails.mailOwner(tx, taken, { kind: 'address_wanted' });
      });
    },

    /** Gives the account the address that the link was sent to, which proves it. Throws `invalid_verification_link`. */
    async confirm(token: string): Promise<void> {
      const tokenHash = hashOfToken(token);
      await database.transaction(async (tx) => {
        const found = await links.findLink(tx, 'change_email', tokenHash, clock());
        const user = found && (await lockUser(tx, found.user_id));
        // Again under the lock of the user: an undo may have removed it.
        const link = user && (await links.lockLink(tx, 'change_email', tokenHash, clock()));
        if (!user || !link || (await otherOwner(tx, user.id, link.email)) !== undefined)
          throw appError('invalid_verification_link');
        await links.deleteLinks(tx, user.id, 'change_email');
        // What was sent to the old address must not open the account any more, apart from the way back.
        await links.deleteLinks(tx, user.id, 'reset_password');
        await links.deleteLinks(tx, user.id, 'verify_email');
        await becomeOwner(tx, user, link.email);
        await origins.noteEmail(tx, user.id, link.email);
        await events.runMarksStored(tx, user.id);
      });
    },

    /**
     * Gives the account the address back that the link was sent to, ends all sessions and removes passkeys, authenticator apps and
     * recovery codes that were added since the request. The password doesn't open the account any more: the result is the token of a
     * reset link, by which a new one is set at once. Throws `invalid_verification_link`.
     */
    async undo(token: string): Promise<string> {
      const tokenHash = hashOfToken(token);
      const unknownPassword = await passwords.hash(randomBytes(32).toString('base64url'));
      return database.transaction(async (tx) => {
        const found = await links.findLink(tx, 'undo_email_change', tokenHash, clock());
        const user = found && (await lockUser(tx, found.user_id));
        const link = user && (await links.lockLink(tx, 'undo_email_change', tokenHash, clock()));
        if (!user || !link) throw appError('invalid_verification_link');
        await shutOut(tx, user, link.created_at);
        await becomeOwner(tx, user, link.email);
        await setPasswordHash(tx, user.id, unknownPassword);
        return mailLinks.open(tx, 'reset_password', { ...user, email: link.email });
      });
    },
  };
}

export type EmailChange = ReturnType<typeof createEmailChange>;
