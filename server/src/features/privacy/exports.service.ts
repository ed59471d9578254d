import { randomBytes } from 'node:crypto';
import type { RangedFileResponse } from '@adda/contract';
import { EXPORT_EVERY_HOURS, type DataExport } from '@adda/contract/privacy';
import { appError } from '../../platform/errors.ts';
import type { Actor, CallOrigin } from '../../platform/http/handler.ts';
import { createFailFastStore } from '../../platform/media-store/index.ts';
import { createLinkViewer } from '../media/index.ts';
import type { PrivacyOptions } from './privacy.types.ts';
import { exportKey } from './exports.jobs.ts';
import * as exports from './privacy.repository.ts';

const HOUR_MS = 3600 * 1000;

/** Query parameters of a signed link. */
type Proof = { readonly for: string; readonly expires: string; readonly signature: string };

export type Exports = ReturnType<typeof createExports>;

/** Creates the commands of personal data exports. */
export function createExports({ database, jobs, accounts, media, ...options }: PrivacyOptions) {
  const store = createFailFastStore(options.store);
  const viewerOf = createLinkViewer(accounts, media.viewerCookie);

  function viewOf(row: exports.ExportRow): DataExport {
    const isOver = row.expires_at !== null && row.expires_at <= database.now();
    const link = { exportId: row.id, userId: row.user_id };
    return {
      export_id: row.id,
      status: row.status,
      progress: row.progress,
      created_at: row.created_at.toISOString(),
      ready_at: row.ready_at?.toISOString() ?? null,
      expires_at: row.expires_at?.toISOString() ?? null,
      bytes: row.bytes,
      url: row.status === 'ready' && !isOver ? media.exportLinks.linkTo(link) : null,
    };
  }

  return {
    /**
     * Requests an export; while one is pending, returns that one. Notifies the owner by mail. Throws `export_too_soon`
     * if the last request is less than a day old, and `invalid_token` for a deleted account.
     */
    async request({ userId }: Actor): Promise<DataExport> {
      const row = await database.transaction(async (tx) => {
        await exports.lockRequests(tx, userId);
        const newest = await exports.findNewest(tx, userId);
        if (newest?.status === 'pending') return newest;
        const asked = await exports.lastAskedAt(tx, userId);
        const wait = asked ? asked.getTime() + EXPORT_EVERY_HOURS * HOUR_MS - database.now().getTime() : 0;
        if (wait > 0) throw appError('export_too_soon', { retry_after: Math.ceil(wait / 1000) });
        const exportId = randomBytes(12).toString('hex');
        const stored = await exports.insertExport(tx, exportId, userId);
        if (!stored) throw appError('invalid_token');
        await jobs.enqueue(tx, 'privacy.export', { exportId });
        await accounts.mailOwner(tx, userId, { kind: 'data_copy_requested' });
        return stored;
      });
      return viewOf(row);
    },

    /** Returns the caller's newest export, or null. Sets the viewer cookie, which the download link requires. */
    async newest(actor: Actor, { cookies }: CallOrigin): Promise<DataExport | null> {
      media.viewerCookie.remember(cookies, actor);
      const row = await exports.findNewest(database.db, actor.userId);
      return row ? viewOf(row) : null;
    },

    /**
     * Opens an export for its owner. Throws `link_expired` for a link that is expired, altered or used by another user,
     * `export_not_found` for a deleted export, and `unavailable`.
     */
    async open(exportId: string, proof: Proof, origin: CallOrigin): Promise<RangedFileResponse> {
      const viewer = await viewerOf(origin);
      const isValid = viewer && media.exportLinks.isValid({ exportId, userId: viewer.userId }, proof);
      if (!isValid) throw appError('link_expired');
      const row = await exports.findReady(database.db, exportId);
      const size = row && (await store.size(exportKey(exportId)));
      if (row?.user_id !== viewer.userId || size === undefined) throw appError('export_not_found');
      const read = async (from: number, to: number) => {
        const bytes = await store.getRange(exportKey(exportId), from, to);
        if (!bytes) throw appError('export_not_found');
        return bytes;
      };
      const day = row.created_at.toISOString().slice(0, 10);
      return {
        bytes: { size, read },
        contentType: 'application/zip',
        cacheSeconds: 0,
        downloadName: `adda-${day}.zip`,
      };
    },
  };
}
