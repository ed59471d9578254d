import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { Uploads } from '../safety.types.ts';
import { createHashList } from './hash-list.ts';
import { countHit, readHashes, readVersion } from './upload-hashes.repository.ts';

type Deps = { readonly database: Pick<Database, 'db'>; readonly logger: Logger };

/**
 * Makes the judge of what comes in. The list is in memory; that it is still the newest is asked each time, which costs
 * little beside the file itself, so that every node refuses a file from the moment it was put on the list.
 */
export function createJudge({ database: { db }, logger }: Deps): Uploads['judge'] {
  let known = { version: 0, list: createHashList([]) };
  let reading: Promise<void> | undefined;

  /** The version before the list: one that grows in between only means to read once more. */
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
