import { VERIFICATION_MAIL_SECONDS } from '@adda/contract/accounts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { AccountsContext } from './accounts.dependencies.ts';
import { lockLink, markLinkUsed } from './mail-links.repository.ts';
import { hashOfToken, type MailLinks } from './mail-links.service.ts';
import { lockUser, markEmailVerified } from './users.repository.ts';

/** Confirms e-mail addresses with a link sent by mail. */
export function createEmailVerification({ database, events, clock }: AccountsContext, mailLinks: MailLinks) {
  return {
    /**
     * Confirms the address that the link was sent to (SV-07). Idempotent, because mail clients open links before the
     * user does.
     */
    async verify(token: string): Promise<void> {
      const tokenHash = hashOfToken(token);
      await database.transaction(async (tx) => {
        const link = await lockLink(tx, 'verify_email', tokenHash, clock());
        const user = link && (await lockUser(tx, link.user_id));
        if (!user || user.email !== link.email) throw appError('invalid_verification_link');
        await markLinkUsed(tx, tokenHash, clock());
        if (await markEmailVerified(tx, user.id, clock())) await events.runEmailVerified(tx, user.id);
      });
    },

    /** Sends the mail again, at most once a minute (SV-08). */
    async resend(actor: Actor): Promise<void> {
      await database.transaction(async (tx) => {
        const user = await lockUser(tx, actor.userId);
        if (!user) throw appError('invalid_token');
        if (user.email_verified_at) throw appError('email_already_verified');
        const wait = await mailLinks.secondsToWait(tx, user.id, 'verify_email', VERIFICATION_MAIL_SECONDS);
        if (wait > 0) throw appError('verification_mail_too_soon', { retry_after: wait });
        await mailLinks.issue(tx, 'verify_email', user);
      });
    },
  };
}
