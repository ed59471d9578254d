import './uploads.tables.ts';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { SafetyOptions, Uploads } from '../safety.types.ts';
import { createKeptOut } from './kept-out.service.ts';
import { createScanner } from './scanner.ts';
import { uploadsHandlers } from './uploads.routes.ts';
import { createHashList } from './hash-list.ts';
import { countHit, readHashes, readVersion } from './upload-hashes.repository.ts';

/** Wires the list of refused files and the external scanner. */
export function createUploads({ database, logger, scanner: settings }: SafetyOptions) {
  const keptOut = createKeptOut(database);
  const scanner = createScanner({ scanner: settings, logger });
  const uploads: Uploads = {
    judge: createJudge({ database, logger }),
    scan: scanner.scan,
    keepOut: keptOut.keepOut,
  };
  return { uploads, handlers: uploadsHandlers(keptOut), close: scanner.close };
}

type Deps = { readonly database: Pick<Database, 'db'>; readonly logger: Logger };

/**
 * Creates the check of uploads against the list. The list is cached; its version is read each time, which is cheap
 * compared to the file itself, so that every node refuses a file from the moment it is listed.
 */
function createJudge({ database: { db }, logger }: Deps): Uploads['judge'] {
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
