import type { Selectable } from 'kysely';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { MailLinksTable } from './accounts.tables.ts';

export type LinkPurpose = MailLinksTable['purpose'];

export async function insertLink(tx: Tx, link: Selectable<MailLinksTable>): Promise<void> {
  await tx.insertInto('mail_links').values(link).execute();
}

/** Whether a link may still be sent: it was not used and its account is not gone. */
export async function isLinkOpen(db: Queryable, tokenHash: string): Promise<boolean> {
  const found = await db
    .selectFrom('mail_links')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** The link of a token that has not run out, locked until the transaction ends. */
export async function lockLink(tx: Tx, purpose: LinkPurpose, tokenHash: string, now: Date) {
  return tx
    .selectFrom('mail_links')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
}

/** When a person was last sent a link of this kind. */
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

/** Forgets a person's links of one kind, or all of them. */
export async function deleteLinks(tx: Tx, userId: number, purpose?: LinkPurpose): Promise<void> {
  let query = tx.deleteFrom('mail_links').where('user_id', '=', userId);
  if (purpose) query = query.where('purpose', '=', purpose);
  await query.execute();
}

/** Forgets links that ran out before a point in time. */
export async function deleteExpiredLinks(db: Queryable, before: Date): Promise<void> {
  await db.deleteFrom('mail_links').where('expires_at', '<', before).execute();
}
