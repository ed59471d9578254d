import { randomBytes } from 'node:crypto';
import type { Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import { setSceneUser } from '../../platform/logging/security-log.ts';
import type { AccountsContext } from './accounts.types.ts';
import { becomeOwner } from './email-change.service.ts';
import { deletePasskeysSince } from './factors/passkeys.repository.ts';
import { deleteLoginChallenges, deleteTotpSince } from './factors/totp.repository.ts';
import * as links from './mail-links.repository.ts';
import { hashOfToken, type MailLinks } from './mail-links.service.ts';
import type { Sessions } from './sessions.service.ts';
import { lockUser, setPasswordHash, type User } from './users.repository.ts';

type Parts = { readonly sessions: Sessions; readonly mailLinks: MailLinks };

/** ‘This was not me’ in the mails about a change of the address and about a new login (ID-05). */
export function createTakeoverUndo(context: AccountsContext, { sessions, mailLinks }: Parts) {
  const { database, passwords, clock } = context;

  /**
   * Ends what somebody may have prepared who had the account since then, and everything that is under way. The password, which they may
   * know, opens the account no more: a passkey of before is enough of a way in, otherwise the password is one that nobody knows.
   */
  const shutOut = async (tx: Tx, user: User, { since, hash }: { since: Date; hash: string }) => {
    await links.deleteLinksSince(tx, user.id, since);
    // Before the passkeys: an account always has a way in.
    await setPasswordHash(tx, user.id, hash);
    await deletePasskeysSince(tx, user.id, since);
    const left = await lockUser(tx, user.id);
    if (left && left.passkey_count > 0) await setPasswordHash(tx, user.id, null);
    await deleteTotpSince(tx, user.id, since);
    await deleteLoginChallenges(tx, user.id);
    await sessions.revoke(tx, user.id, {}, 'revoked');
  };

  /**
   * Gives the account the address back that the link was sent to, ends all sessions and removes passkeys, authenticator apps and
   * recovery codes that were added since the link. Returns the token of a reset link, by which a new password is set at once. Throws
   * `invalid_verification_link`.
   */
  return async (purpose: 'undo_email_change' | 'undo_login', token: string): Promise<string> => {
    const tokenHash = hashOfToken(token);
    const sent = await links.findLink(database.db, purpose, tokenHash, clock());
    if (!sent) throw appError('invalid_verification_link');
    setSceneUser(sent.user_id);
    const hash = await passwords.hash(randomBytes(32).toString('base64url'));
    return database.transaction(async (tx) => {
      const found = await links.findLink(tx, purpose, tokenHash, clock());
      const user = found && (await lockUser(tx, found.user_id));
      // Again under the lock of the user: another undo may have removed it.
      const link = user && (await links.lockLink(tx, purpose, tokenHash, clock()));
      if (!user || !link) throw appError('invalid_verification_link');
      await shutOut(tx, user, { since: link.created_at, hash });
      await becomeOwner(context, tx, { user, email: link.email });
      return mailLinks.open(tx, 'reset_password', { ...user, email: link.email });
    });
  };
}

export type TakeoverUndo = ReturnType<typeof createTakeoverUndo>;
