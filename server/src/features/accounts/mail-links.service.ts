import { createHash, createHmac } from 'node:crypto';
import {
  RESET_LINK_SECONDS,
  UNDO_LINK_SECONDS,
  VERIFICATION_LINK_SECONDS,
  VERIFICATION_MAIL_SECONDS,
} from '@adda/contract/accounts';
import type { Tx } from '../../platform/database/index.ts';
import { MAIL_RETRIES } from '../../platform/mail/index.ts';
import { appError } from '../../platform/errors.ts';
import type { JobPayloads } from '../../platform/jobs/payloads.ts';
import type { Actor } from '../../platform/http/handler.ts';
import { secretsFor } from '../../platform/secrets/server-secrets.ts';
import type { AccountsContext } from './accounts.types.ts';
import * as links from './mail-links.repository.ts';
import { type LinkPurpose, lockLink, markLinkUsed } from './mail-links.repository.ts';
import { linkMail, type LinkAbout } from './link-mails.policy.ts';
import { randomId } from './accounts.policy.ts';
import { type User, lockUser, markEmailVerified } from './users.repository.ts';

const LIFETIME_SECONDS: Record<LinkPurpose, number> = {
  verify_email: VERIFICATION_LINK_SECONDS,
  reset_password: RESET_LINK_SECONDS,
  change_email: VERIFICATION_LINK_SECONDS,
  undo_email_change: UNDO_LINK_SECONDS,
  undo_login: UNDO_LINK_SECONDS,
};

/** 144 bits: unguessable, and short enough that mail clients do not wrap the link. */
const TOKEN_LENGTH = 24;

/** Returns the stored form of a token, so that reading the database does not reveal usable links. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Links sent by mail: stored as a hash, sent by a job that is enqueued in the command's transaction. */
export function createMailLinks({ database, jobs, mailer, jwtSecret, publicUrl, clock }: AccountsContext) {
  const secrets = secretsFor(jwtSecret, 'opening');
  const [current] = secrets;
  const tokenOf = (purpose: LinkPurpose, seed: string, secret = current) =>
    createHmac('sha256', secret)
      .update(`mail-link:${purpose}:${seed}`)
      .digest('base64url')
      .slice(0, TOKEN_LENGTH);
  /** Stores a link for an address of the user; returns the seed of its token. */
  const store = async (tx: Tx, purpose: LinkPurpose, userId: number, email: string): Promise<string> => {
    const seed = randomId();
    const now = clock();
    await links.insertLink(tx, {
      token_hash: hashOfToken(tokenOf(purpose, seed)),
      purpose,
      user_id: userId,
      email,
      created_at: now,
      expires_at: new Date(now.getTime() + LIFETIME_SECONDS[purpose] * 1000),
      used_at: null,
    });
    return seed;
  };
  return {
    /** Stores a link for the user's address, or the one given in its place, and enqueues its mail. */
    async issue(
      tx: Tx,
      purpose: LinkPurpose,
      user: Pick<User, 'id' | 'email'>,
      about?: LinkAbout,
    ): Promise<void> {
      if (user.email === null) return;
      const seed = await store(tx, purpose, user.id, user.email);
      await jobs.enqueue(tx, 'accounts.link-mail', { purpose, seed, ...(about && { about }) });
    },

    /** Stores a link without a mail, for somebody who has just proven the address. Returns its token. */
    async open(tx: Tx, purpose: LinkPurpose, user: { readonly id: number; readonly email: string }) {
      return tokenOf(purpose, await store(tx, purpose, user.id, user.email));
    },

    /** Returns the seconds until another mail of this purpose may be sent to the user; 0 if it may be sent now. */
    async secondsToWait(tx: Tx, userId: number, purpose: LinkPurpose, pauseSeconds: number): Promise<number> {
      const last = await links.lastLinkAt(tx, userId, purpose);
      if (!last) return 0;
      return Math.max(0, Math.ceil(pauseSeconds - (clock().getTime() - last.getTime()) / 1000));
    },

    startJobs() {
      const send = async ({ purpose, seed, about }: JobPayloads['accounts.link-mail']) => {
        // A mail may wait in the queue while the secret is exchanged.
        for (const secret of secrets) {
          const token = tokenOf(purpose, seed, secret);
          const hash = hashOfToken(token);
          const to = await links.findLinkTarget(database.db, hash);
          if (!to) continue;
          await mailer.send({
            id: hash.slice(0, 32),
            to: to.email,
            ...linkMail({ purpose, name: to.username, publicUrl: publicUrl(), token, about }),
          });
          return;
        }
      };
      jobs.handle('accounts.link-mail', send, { retries: MAIL_RETRIES });
    },
  };
}

export type MailLinks = ReturnType<typeof createMailLinks>;

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
