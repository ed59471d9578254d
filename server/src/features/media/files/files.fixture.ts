import { randomBytes } from 'node:crypto';
import { writeFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Selectable } from 'kysely';
import { onTestFinished } from 'vitest';
import type { MediaFixture } from '../media.fixture.ts';
import type { MediaFilesTable } from '../media.tables.ts';
import type { FileVariant } from '../media.policy.ts';

/** Writes bytes to a file, as an upload does. It is deleted after the test. */
export async function onDisk(bytes: Uint8Array): Promise<string> {
  const file = path.join(tmpdir(), `adda-sent-${randomBytes(8).toString('hex')}`);
  await writeFile(file, bytes);
  onTestFinished(() => rm(file, { force: true }));
  return file;
}

/** Returns helpers for files of posts. */
export function filesOf({ media, database, jobs, person }: MediaFixture) {
  const rowOf = (id: string): Promise<Selectable<MediaFilesTable> | undefined> =>
    database.db.selectFrom('media_files').selectAll().where('id', '=', id).executeTakeFirst();
  const receive = async (bytes: Uint8Array, filename?: string) =>
    media.files.receive({ ownerId: (await person()).userId, path: await onDisk(bytes), filename });
  return {
    rowOf,
    receive,
    use: (id: string) => database.transaction((tx) => media.files.use(tx, id)),
    /** Receives and uses a file, and runs the due jobs. Returns its row. */
    async written(bytes: Uint8Array, filename?: string) {
      const { id } = await receive(bytes, filename);
      await database.transaction((tx) => media.files.use(tx, id));
      await jobs.runPending();
      const row = await rowOf(id);
      if (!row) throw new Error('the file is gone');
      return row;
    },
    /** Returns the served bytes; undefined when there are none. */
    async served(id: string, variant: FileVariant = 'full'): Promise<Buffer | undefined> {
      const file = await media.files.open(id, variant);
      if (!file) return undefined;
      return Buffer.concat(await Array.fromAsync(await file.source.read(0, file.source.size - 1)));
    },
  };
}
