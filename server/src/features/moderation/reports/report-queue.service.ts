import type {
  Report,
  ReportDetail,
  EvidenceFile,
  EvidenceKept,
  EvidenceMessage,
  EvidencePost,
  EvidenceProfile,
} from '@adda/contract/moderation';
import { writeAudit } from '../../../platform/audit/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Media, CopySource } from '../../media/index.ts';
import { listSanctions } from '../sanctions/sanctions.repository.ts';
import { listKept, type KeptFile } from './evidence-files.repository.ts';
import {
  countReports,
  findReport,
  listReports,
  readContext,
  type QueueFilter,
  type ReportRow,
} from './report-queue.repository.ts';
import { sourceName, type KeptPost, type KeptProfile } from './evidence.policy.ts';

type Deps = { readonly database: Database; readonly media: Pick<Media, 'evidenceLinks'> };

/** Page numbers start at 1. */
type QueuePage = { readonly page: number; readonly pageSize: number };

export type ReportQueue = ReturnType<typeof createReportQueue>;

/**
 * Creates the report queue. Evidence links in the response are valid only for the calling administrator (R-15, SV-48).
 */
export function createReportQueue({ database, media }: Deps) {
  const { db } = database;

  async function view(actor: Actor, rows: readonly ReportRow[]): Promise<Report[]> {
    const ids = rows.map((row) => row.id);
    const files = ids.length > 0 ? await listKept(db, ids) : [];
    const linkTo = (fileId: string) => media.evidenceLinks.linkTo(fileId, actor.userId);
    return rows.map((row) => reportOf(row, { files, linkTo }));
  }

  return {
    /** Returns one page, undecided threats first, then the oldest, and the total that matches the filter. */
    async list(
      actor: Actor,
      filter: QueueFilter,
      { page, pageSize }: QueuePage,
    ): Promise<{ reports: Report[]; total_count: number }> {
      const rows = await listReports(db, filter, { skip: (page - 1) * pageSize, limit: pageSize });
      return { reports: await view(actor, rows), total_count: await countReports(db, filter) };
    },

    /** Returns a report with background information and writes an audit entry. Throws `report_not_found`. */
    async read(actor: Actor, reportId: string): Promise<ReportDetail> {
      const row = await findReport(db, reportId);
      const [report] = row ? await view(actor, [row]) : [];
      if (!row || !report) throw appError('report_not_found');
      const context = await readContext(db, row);
      const sanctions = await listSanctions(db, row.reported_id);
      await database.transaction((tx) =>
        writeAudit(tx, { actorId: actor.userId, action: 'report_read', target: `report:${reportId}` }),
      );
      const isOwn = row.reported_id === actor.userId || row.reporter_id === actor.userId;
      return { ...report, ...context, sanctions, may_decide: !isOwn };
    },
  };
}

/** The copied files, and a function that returns a link valid for the viewer only. */
type ReportFiles = {
  readonly files: readonly KeptFile[];
  readonly linkTo: (fileId: string) => string;
};

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Returns the copy of an original; null if there is none (yet). */
type FindFile = (of: CopySource['of'], id: string | null) => KeptLink | null;

/** A copy with its link; `kind` is that of the stored file. */
type KeptLink = Pick<KeptFile, 'kind' | 'width' | 'height'> & { readonly url: string };

/** Returns a picture or video; null for none. */
function pictureOf(copy: KeptLink | null): EvidenceFile | null {
  return copy && copy.kind !== 'audio' ? { ...copy, kind: copy.kind } : null;
}

function audioOf(copy: KeptLink | null, durationMs: number | null | undefined): EvidenceMessage['audio'] {
  return copy && { url: copy.url, duration_ms: durationMs ?? 0 };
}

function finderOf(reportId: string, { files, linkTo }: ReportFiles): FindFile {
  const own = new Map(
    files.flatMap((file) => (file.reportId === reportId ? [[file.source, file] as const] : [])),
  );
  return (of, id) => {
    const file = id === null ? undefined : own.get(sourceName({ of, id }));
    if (!file) return null;
    return { url: linkTo(file.fileId), kind: file.kind, width: file.width, height: file.height };
  };
}

function postOf({ file_id: fileId, ...post }: KeptPost, find: FindFile): EvidencePost {
  return { ...post, file: pictureOf(find('file', fileId)) };
}

function profileOf({ picture_id: pictureId, ...profile }: KeptProfile, find: FindFile): EvidenceProfile {
  return { ...profile, links: [...profile.links], picture: pictureOf(find('avatar', pictureId)) };
}

function evidenceOf(row: ReportRow, find: FindFile): EvidenceKept {
  const posts = row.evidence_posts.map((post) => postOf(post, find));
  const profiles = row.evidence_profiles.map((profile) => profileOf(profile, find));
  return {
    messages: row.evidence.map(
      ({ image_id: imageId, audio_id: audioId, audio_duration_ms: durationMs, ...message }) => ({
        ...message,
        // Missing in the oldest reports.
        group_name: message.group_name ?? null,
        versions: [...(message.versions ?? [])],
        image: pictureOf(find('image', imageId)),
        // Absent in evidence from before voice messages.
        audio: audioOf(find('audio', audioId ?? null), durationMs),
        is_named: message.message_id === row.message_id,
      }),
    ),
    post: posts.find((post) => post.media_id === row.media_id) ?? null,
    other_posts: posts.filter((post) => post.media_id !== row.media_id),
    profile: profiles.at(-1) ?? null,
    earlier_profiles: profiles.slice(0, -1),
  };
}

/** Builds the response for administrators from a database row. */
function reportOf(row: ReportRow, files: ReportFiles): Report {
  const { id, reporter_id: _reporterId, reported_id: _reportedId, evidence: _evidence, ...rest } = row;
  const { evidence_posts: _posts, evidence_profiles: _profiles, ...others } = rest;
  const { ask_again_text: text, asked_again_at: at, ...columns } = others;
  return {
    ...columns,
    asked_again: at && { text: text ?? '', at: at.toISOString() },
    report_id: id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    due_at: timeOf(row.due_at),
    decided_at: timeOf(row.decided_at),
    evidence: evidenceOf(row, finderOf(id, files)),
  };
}
