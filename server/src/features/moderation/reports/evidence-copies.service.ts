import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import type { Media } from '../../media/index.ts';
import {
  addFiles,
  dropUncopied,
  listUncopied,
  noteCopied,
  type FileToCopy,
} from './evidence-files.repository.ts';
import { filesOf, type KeptEvidence } from './evidence.types.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    'moderation.copy-evidence': { readonly reportId: string };
  }
}

/** How long a report waits for its copies at most; the job goes on with what is left. */
const WAIT_MS = 10_000;
/** When the job looks after what the call itself did not get done. */
const JOB_AFTER_SECONDS = 20;
/** With growing pauses: longer than it takes to write the file of a fresh post anew. */
const JOB_RETRIES = 12;

type Deps = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly logger: Logger;
  readonly media: Pick<Media, 'copies'>;
};

/** Copies of the pictures and videos of evidence, which outlive their originals (SV-47). */
export type EvidenceCopies = ReturnType<typeof createEvidenceCopies>;

/** Makes what copies them: at once, and by a job for what could not be copied then. */
export function createEvidenceCopies({ database, jobs, logger, media }: Deps) {
  const { db } = database;

  /** Whether nothing more is to be done for this file. */
  async function copyOne({ fileId, source }: FileToCopy): Promise<boolean> {
    const copy = await media.copies.make(source, fileId);
    if (copy === 'pending') return false;
    if (copy === 'gone') await dropUncopied(db, fileId);
    else await noteCopied(db, fileId, copy);
    return true;
  }

  /** One after the other, the most important first; answers how many are left. */
  async function copyAll(reportId: string): Promise<number> {
    let left = 0;
    for (const file of await listUncopied(db, reportId)) {
      try {
        if (!(await copyOne(file))) left += 1;
      } catch (error) {
        left += 1;
        logger.warn({ err: error, reportId }, 'a file of evidence could not be copied yet');
      }
    }
    return left;
  }

  return {
    /** Lists the files of the evidence with the report, in the transaction that stores it. */
    async plan(
      tx: Tx,
      reportId: string,
      evidence: KeptEvidence,
      namedMessageId: string | null,
    ): Promise<void> {
      const files = filesOf(evidence, namedMessageId);
      if (files.length === 0) return;
      await addFiles(tx, reportId, files);
      const options = { startAfterSeconds: JOB_AFTER_SECONDS, key: reportId };
      await jobs.enqueue(tx, 'moderation.copy-evidence', { reportId }, options);
    },
    /** Copies what was listed, for a limited time; never throws, because the report is stored already. */
    async copyNow(reportId: string): Promise<void> {
      const late = new AbortController();
      const copying = copyAll(reportId).catch((error: unknown) => {
        logger.warn({ err: error, reportId }, 'evidence could not be copied yet');
      });
      const waiting = delay(WAIT_MS, undefined, { signal: late.signal }).catch(() => undefined);
      await Promise.race([copying, waiting]);
      late.abort();
    },
    startJobs(): void {
      jobs.handle(
        'moderation.copy-evidence',
        async ({ reportId }) => {
          const left = await copyAll(reportId);
          if (left > 0) throw new Error(`${left} files of evidence are not copied yet`);
        },
        { retries: JOB_RETRIES },
      );
    },
  };
}
