import type { Tx } from '../../platform/database/index.ts';
import { AppError, appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { setSceneUser } from '../../platform/logging/security-log.ts';
import type { AccountsContext } from './accounts.types.ts';
import * as links from './mail-links.repository.ts';
import { hashOfToken, type MailLinks } from './mail-links.service.ts';
import { findByLogin, lockUser, setEmail, type User } from './users.repository.ts';

/**
 * Gives the user the address that a link was received at, which proves it. Throws `invalid_verification_link` if another user has the
 * address.
 */
export async function becomeOwner(
  { events, clock }: Pick<AccountsContext, 'events' | 'clock'>,
  tx: Tx,
  { user, email }: { readonly user: User; readonly email: string },
): Promise<void> {
  try {
    await setEmail(tx, user.id, email, clock());
  } catch (error) {
    if (error instanceof AppError && error.code === 'email_taken')
      throw appError('invalid_verification_link');
    throw error;
  }
  if (user.email_verified_at === null) await events.runEmailVerified(tx, user.id);
}

/** Changes the e-mail address of an account: asked for with the new one, and confirmed there (ID-05). */
export function createEmailChange(context: AccountsContext, mailLinks: MailLinks) {
  const { database, events, origins, clock } = context;

  /** Whether another user has the address, or can still have it back. */
  const isTaken = async (tx: Tx, userId: number, email: string): Promise<boolean> => {
    const owner = (await findByLogin(tx, email))?.id;
    if (owner !== undefined && owner !== userId) return true;
    return (await links.findHolder(tx, email, { except: userId, now: clock() })) !== undefined;
  };

  return {
    /**
     * Sends a link to the new address, and to the old one a notice with the way back. If the new one belongs to somebody else, its mail
     * says that in place of the link. The caller can't tell the difference: the same is stored, and sent by the same job. Throws
     * `email_unchanged`.
     */
    async request(actor: Actor, email: string): Promise<void> {
      await database.transaction(async (tx) => {
        const user = await lockUser(tx, actor.userId);
        if (!user?.email) throw appError('invalid_token');
        if (user.email === email) throw appError('email_unchanged');
        await links.deleteLinks(tx, user.id, 'change_email');
        // First: the way back ends all that is not older than itself.
        await mailLinks.issue(tx, 'undo_email_change', user);
        const about = (await isTaken(tx, user.id, email)) ? { isTaken: true as const } : undefined;
        await mailLinks.issue(tx, 'change_email', { ...user, email }, about);
      });
    },

    /** Gives the account the address that the link was sent to, which proves it. Throws `invalid_verification_link`. */
    async confirm(token: string): Promise<void> {
      const tokenHash = hashOfToken(token);
      await database.transaction(async (tx) => {
        const found = await links.findLink(tx, 'change_email', tokenHash, clock());
        setSceneUser(found?.user_id);
        const user = found && (await lockUser(tx, found.user_id));
        // Again under the lock of the user: an undo may have removed it.
        const link = user && (await links.lockLink(tx, 'change_email', tokenHash, clock()));
        if (!user || !link || (await isTaken(tx, user.id, link.email)))
          throw appError('invalid_verification_link');
        await links.deleteLinks(tx, user.id, 'change_email');
        // What was sent to the old address must not open the account any more, apart from the ways back.
        await links.deleteLinks(tx, user.id, 'reset_password');
        await links.deleteLinks(tx, user.id, 'verify_email');
        await becomeOwner(context, tx, { user, email: link.email });
        await origins.noteEmail(tx, user.id, link.email);
        await events.runMarksStored(tx, user.id);
      });
    },
  };
}

export type EmailChange = ReturnType<typeof createEmailChange>;
