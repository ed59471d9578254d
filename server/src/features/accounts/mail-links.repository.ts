import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { MailLinksTable } from './accounts.tables.ts';

/** The purpose of a link; its token is not valid for any other. */
export type LinkPurpose = MailLinksTable['purpose'];

export async function insertLink(tx: Tx, link: Selectable<MailLinksTable>): Promise<void> {
  await tx.insertInto('mail_links').values(link).execute();
}

/** Returns the recipient of a link; undefined if the link was used or its account is deleted. */
export async function findLinkTarget(
  db: Queryable,
  tokenHash: string,
): Promise<{ readonly email: string; readonly username: string } | undefined> {
  return db
    .selectFrom('mail_links')
    .innerJoin('users', 'users.id', 'mail_links.user_id')
    .select(['mail_links.email', 'users.username'])
    .where('mail_links.token_hash', '=', tokenHash)
    .where('mail_links.used_at', 'is', null)
    .executeTakeFirst();
}

const unexpiredLink = (db: Queryable, purpose: LinkPurpose, tokenHash: string, now: Date) =>
  db
    .selectFrom('mail_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now);

/** Returns an unexpired link by its token hash. */
export const findLink = (db: Queryable, purpose: LinkPurpose, tokenHash: string, now: Date) =>
  unexpiredLink(db, purpose, tokenHash, now).executeTakeFirst();

/** Returns an unexpired link by its token hash, locked until the transaction ends. */
export const lockLink = (tx: Tx, purpose: LinkPurpose, tokenHash: string, now: Date) =>
  unexpiredLink(tx, purpose, tokenHash, now).forUpdate().executeTakeFirst();

/** Returns when the user was last sent a link of this purpose. */
export async function lastLinkAt(tx: Tx, userId: number, purpose: LinkPurpose): Promise<Date | undefined> {
  const found = await tx
    .selectFrom('mail_links')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return found?.created_at;
}

export async function markLinkUsed(tx: Tx, tokenHash: string, now: Date): Promise<void> {
  await tx.updateTable('mail_links').set({ used_at: now }).where('token_hash', '=', tokenHash).execute();
}

/** Deletes the user's links of one purpose, or all of them. */
export async function deleteLinks(tx: Tx, userId: number, purpose?: LinkPurpose): Promise<void> {
  let query = tx.deleteFrom('mail_links').where('user_id', '=', userId);
  if (purpose) query = query.where('purpose', '=', purpose);
  await query.execute();
}

/** Deletes the links that were sent to the user at this time or later, of all purposes. */
export async function deleteLinksSince(tx: Tx, userId: number, since: Date): Promise<void> {
  await tx.deleteFrom('mail_links').where('user_id', '=', userId).where('created_at', '>=', since).execute();
}

/** Returns the id of another user who can still have this address back after a change (ID-05). */
export async function findHolder(
  db: Queryable,
  email: string,
  { except, now }: { readonly except: number | undefined; readonly now: Date },
): Promise<number | undefined> {
  const found = await db
    .selectFrom('mail_links')
    .select('user_id')
    .where('purpose', '=', 'undo_email_change')
    .where('email', '=', email)
    .where('expires_at', '>', now)
    // No user has the id 0.
    .where('user_id', '<>', except ?? 0)
    .executeTakeFirst();
  return found?.user_id;
}

/** Returns the address that the user asked for and has not confirmed yet. */
export async function findWantedEmail(db: Queryable, userId: number, now: Date): Promise<string | undefined> {
  const found = await db
    .selectFrom('mail_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change_email')
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found?.email;
}

/** Deletes links that expired before the given time. */
export async function deleteExpiredLinks(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('mail_links').where('expires_at', '<', before).execute();
}
