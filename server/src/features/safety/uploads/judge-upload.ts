import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { Uploads } from '../safety.types.ts';
import { createHashList } from './hash-list.ts';
import { countHit, readHashes, readVersion } from './upload-hashes.repository.ts';

type Deps = { readonly database: Pick<Database, 'db'>; readonly logger: Logger };

/**
 * Creates the check of uploads against the list. The list is cached; its version is read each time, which is cheap
 * compared to the file itself, so that every node refuses a file from the moment it is listed.
 */
export function createJudge({ database: { db }, logger }: Deps): Uploads['judge'] {
  let known = { version: 0, list: createHashList([]) };
  let reading: Promise<void> | undefined;

  /** Reads the version before the list: a concurrent change then only causes one more read. */
  async function read(): Promise<void> {
    const version = await readVersion(db);
    known = { version, list: createHashList(await readHashes(db)) };
  }

  async function newest() {
    const version = await readVersion(db);
    while (known.version < version) await (reading ??= read().finally(() => (reading = undefined)));
    return known.list;
  }

  return async (hashes) => {
    const listed = (await newest()).find(hashes);
    if (!listed) return;
    await countHit(db, listed.id);
    logger.info({ uploadHash: listed.id, kind: listed.kind }, 'a file that is kept out was refused');
    throw appError('upload_refused');
  };
}
