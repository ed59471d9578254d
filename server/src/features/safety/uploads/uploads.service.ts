import { randomBytes } from 'node:crypto';
import type { UploadHash, UploadHashInput } from '@adda/contract/safety';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { SafetyOptions, Uploads } from '../safety.types.ts';
import { writeAudit } from '../../../platform/audit/index.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import { createScanner } from './scanner.gateway.ts';
import { createHashList } from './hash-list.policy.ts';
import * as stored from './upload-hashes.repository.ts';

/** Wires the list of refused files (`keptOut`) and the external scanner. */
export function createUploads({ database, logger, scanner: settings }: SafetyOptions) {
  const keptOut = createKeptOut(database);
  const scanner = createScanner({ scanner: settings, logger });
  const uploads: Uploads = {
    judge: createJudge({ database, logger }),
    scan: scanner.scan,
    keepOut: keptOut.keepOut,
  };
  return { uploads, keptOut, close: scanner.close };
}

type Deps = { readonly database: Pick<Database, 'db'>; readonly logger: Logger };

/**
 * Creates the check of uploads against the list. The list is cached; its version is read each time, which is cheap
 * compared to the file itself, so that every node refuses a file from the moment it is listed.
 */
function createJudge({ database: { db }, logger }: Deps): Uploads['judge'] {
  let cached = { version: 0, list: createHashList([]) };
  let pendingRead: Promise<void> | undefined;

  /** Reads the version before the list: a concurrent change then only causes one more read. */
  async function read(): Promise<void> {
    const version = await stored.readVersion(db);
    cached = { version, list: createHashList(await stored.readHashes(db)) };
  }

  async function readCurrentList() {
    const version = await stored.readVersion(db);
    while (cached.version < version) await (pendingRead ??= read().finally(() => (pendingRead = undefined)));
    return cached.list;
  }

  return async (hashes) => {
    const listed = (await readCurrentList()).find(hashes);
    if (!listed) return;
    await stored.countHit(db, listed.id);
    logger.info({ uploadHash: listed.id, kind: listed.kind }, 'a file that is kept out was refused');
    throw appError('upload_refused');
  };
}

type Page = { readonly page: number; readonly page_size: number };
type NewHash = Pick<UploadHash, 'kind' | 'value' | 'note' | 'report_id'> & { readonly addedBy: number };

/** The list of refused files, as managed by operators. */
export type KeptOut = ReturnType<typeof createKeptOut>;

/** Creates the functions that read and change the list. Every change is audited. */
function createKeptOut(database: Database) {
  /** Adds a hash to the list. Returns the new id; undefined if the hash is already listed. */
  async function insertHash(tx: Tx, { addedBy, ...hash }: NewHash): Promise<string | undefined> {
    const id = randomBytes(12).toString('hex');
    if (!(await stored.insertHash(tx, { id, added_by: addedBy, ...hash }))) return undefined;
    const details = { kind: hash.kind, value: hash.value, note: hash.note, report: hash.report_id };
    await writeAudit(tx, {
      actorId: addedBy,
      action: 'upload_hash_added',
      target: `upload_hash:${id}`,
      details,
    });
    return id;
  }

  const keepOut: Uploads['keepOut'] = async (tx, files, { addedBy, reportId, note }) => {
    if (files.length === 0) return;
    await stored.beginChange(tx);
    for (const { sha256, dhash } of files) {
      const why = { note, report_id: reportId, addedBy };
      await insertHash(tx, { kind: 'sha256', value: sha256, ...why });
      if (dhash !== null) await insertHash(tx, { kind: 'dhash', value: dhash, ...why });
    }
  };

  return {
    keepOut,
    /** Returns one page of the list, newest first. */
    list: (page: Page) => stored.listEntries(database.db, page),

    /** Adds a hash. Throws `upload_hash_exists`. */
    add: ({ userId }: Actor, { kind, value, note = '' }: UploadHashInput): Promise<UploadHash> =>
      database.transaction(async (tx) => {
        await stored.beginChange(tx);
        const id = await insertHash(tx, {
          kind,
          value,
          note: note || null,
          report_id: null,
          addedBy: userId,
        });
        const added = id === undefined ? undefined : await stored.findEntry(tx, id);
        if (!added) throw appError('upload_hash_exists');
        return added;
      }),

    /** Removes a hash. Throws `upload_hash_not_found`. */
    remove: ({ userId }: Actor, id: string): Promise<void> =>
      database.transaction(async (tx) => {
        await stored.beginChange(tx);
        const removed = await stored.deleteHash(tx, id);
        if (!removed) throw appError('upload_hash_not_found');
        const { kind, value } = removed;
        const target = `upload_hash:${id}`;
        const details = { kind, value };
        await writeAudit(tx, { actorId: userId, action: 'upload_hash_removed', target, details });
      }),
  };
}
