import type { UploadHash } from '@adda/contract/safety';
import { sql, type Insertable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { ListedHash } from './hash-list.policy.ts';
import type { UploadHashesTable } from '../safety.tables.ts';

/** Returns the version of the list, which grows with every change. */
export async function readVersion(db: Queryable): Promise<number> {
  const { version } = await db
    .selectFrom('upload_hashes_version')
    .select('version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Increments the version. Call first in the transaction: the row lock serialises concurrent changes. */
export async function beginChange(tx: Tx): Promise<void> {
  await tx
    .updateTable('upload_hashes_version')
    .set({ version: sql`version + 1` })
    .execute();
}

/** Returns all hashes of the list. */
export async function readHashes(db: Queryable): Promise<ListedHash[]> {
  return db.selectFrom('upload_hashes').select(['id', 'kind', 'value']).execute();
}

/** Inserts a hash. Returns false if it is already listed. */
export async function insertHash(tx: Tx, hash: Insertable<UploadHashesTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('upload_hashes')
    .values(hash)
    .onConflict((conflict) => conflict.constraint('upload_hashes_once').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Deletes a hash; undefined if it is not listed. */
export async function deleteHash(tx: Tx, id: string): Promise<ListedHash | undefined> {
  return tx
    .deleteFrom('upload_hashes')
    .where('id', '=', id)
    .returning(['id', 'kind', 'value'])
    .executeTakeFirst();
}

/** Counts a refused file. */
export async function countHit(db: Queryable, id: string): Promise<void> {
  await db
    .updateTable('upload_hashes')
    .set({ hits: sql`hits + 1` })
    .where('id', '=', id)
    .execute();
}

const entries = (db: Queryable) =>
  db
    .selectFrom('upload_hashes')
    .innerJoin('users', 'users.id', 'upload_hashes.added_by')
    .select([
      'upload_hashes.id',
      'upload_hashes.kind',
      'upload_hashes.value',
      'upload_hashes.note',
      'upload_hashes.report_id',
      'upload_hashes.created_at',
      'upload_hashes.hits',
      'users.username as added_by',
    ]);

type Entry = Omit<UploadHash, 'upload_hash_id' | 'created_at'> & {
  readonly id: string;
  readonly created_at: Date;
};

const viewOf = ({ id, created_at, ...entry }: Entry): UploadHash => ({
  upload_hash_id: id,
  ...entry,
  created_at: created_at.toISOString(),
});

/** Returns one page of the list, newest first, and the total. */
export async function listEntries(
  db: Queryable,
  { page, page_size }: { readonly page: number; readonly page_size: number },
): Promise<{ upload_hashes: UploadHash[]; total_count: number }> {
  const rows = await entries(db)
    .orderBy('upload_hashes.created_at', 'desc')
    .orderBy('upload_hashes.id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  const { count } = await db
    .selectFrom('upload_hashes')
    .select((of) => of.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { upload_hashes: rows.map(viewOf), total_count: count };
}

/** Returns one entry of the list. */
export async function findEntry(db: Queryable, id: string): Promise<UploadHash | undefined> {
  const row = await entries(db).where('upload_hashes.id', '=', id).executeTakeFirst();
  return row && viewOf(row);
}
