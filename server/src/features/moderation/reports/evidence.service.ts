import { setTimeout as delay } from 'node:timers/promises';
import type { RangedFileResponse } from '@adda/contract';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { Logger } from '../../../platform/logging/logger.ts';
import { type Media, createLinkViewer } from '../../media/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { CallOrigin } from '../../../platform/http/handler.ts';
import type { Accounts } from '../../accounts/index.ts';
import {
  addFiles,
  dropUncopied,
  listUncopied,
  noteCopied,
  type FileToCopy,
  findContentType,
} from './evidence-files.repository.ts';
import { filesOf, type KeptEvidence } from './evidence.policy.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    'moderation.copy-evidence': { readonly reportId: string };
  }
}

/** Maximum time a report request waits for its copies; the job copies the rest. */
const WAIT_MS = 10_000;
/** The same for a threat, which may have hundreds of files and whose reporter needs the answer now (MR-05). */
export const WAIT_FOR_THREAT_MS = 1000;
/** Delay of the job that makes the copies that the request did not finish. */
const JOB_AFTER_SECONDS = 20;
/** With exponential backoff this is longer than processing the file of a new post. */
const JOB_RETRIES = 12;

type Deps = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly logger: Logger;
  readonly media: Pick<Media, 'copies'>;
};

/** Copies pictures and videos as evidence, so that they outlive the originals (SV-47). */
export type EvidenceCopies = ReturnType<typeof createEvidenceCopies>;

/** Creates the copy service: copies immediately, with a job as fallback. */
export function createEvidenceCopies({ database, jobs, logger, media }: Deps) {
  const { db } = database;

  /** Returns true when the file needs no further work. */
  async function copyOne({ fileId, source }: FileToCopy): Promise<boolean> {
    const copy = await media.copies.make(source, fileId);
    if (copy === 'pending') return false;
    if (copy === 'gone') await dropUncopied(db, fileId);
    else await noteCopied(db, fileId, copy);
    return true;
  }

  /** Copies sequentially, most important file first. Returns the number of files not copied. */
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
    /** Registers the evidence files in the transaction that stores the report. */
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
    /** Copies the registered files for a limited time. Never throws, because the report is already stored. */
    async copyNow(reportId: string, waitMs = WAIT_MS): Promise<void> {
      const late = new AbortController();
      const copying = copyAll(reportId).catch((error: unknown) => {
        logger.warn({ err: error, reportId }, 'evidence could not be copied yet');
      });
      const waiting = delay(waitMs, undefined, { signal: late.signal }).catch(() => undefined);
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

type FilesDeps = {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'authenticate' | 'callerOf'>;
  readonly media: Pick<Media, 'copies' | 'evidenceLinks' | 'viewerCookie'>;
};

/** A request for a signed link. */
type FileRequest = {
  readonly fileId: string;
  readonly proof: Parameters<Media['evidenceLinks']['secondsLeft']>[2];
  readonly origin: CallOrigin;
};

export type EvidenceFiles = ReturnType<typeof createEvidenceFiles>;

/**
 * Serves evidence files. A link is valid only for the administrator it was created for, and only while they have that
 * role.
 */
export function createEvidenceFiles({ database, accounts, media }: FilesDeps) {
  const viewerOf = createLinkViewer(accounts, media.viewerCookie);
  return {
    /**
     * Opens a file. Throws `link_expired` for a link that is expired, altered or made for another user, and
     * `image_not_found` for an unknown file.
     */
    async read({ fileId, proof, origin }: FileRequest): Promise<RangedFileResponse> {
      const viewer = await viewerOf(origin);
      if (viewer?.role !== 'admin') throw appError('link_expired');
      if (media.evidenceLinks.secondsLeft(fileId, viewer.userId, proof) === 0) throw appError('link_expired');
      const contentType = await findContentType(database.db, fileId);
      const bytes = contentType === undefined ? undefined : await media.copies.open(fileId);
      if (!bytes || contentType === undefined) throw appError('image_not_found');
      return { bytes, contentType, cacheSeconds: 0 };
    },
  };
}
