import type {
  EvidenceFile,
  EvidenceKept,
  EvidencePost,
  EvidenceProfile,
  Report,
} from '@adda/contract/moderation';
import type { CopySource } from '../../media/index.ts';
import type { KeptFile } from './evidence-files.repository.ts';
import { sourceName, type KeptPost, type KeptProfile } from './evidence.types.ts';
import type { ReportRow } from './report-queue.repository.ts';

/** The copied files, and a function that returns a link valid for the viewer only. */
export type ReportFiles = {
  readonly files: readonly KeptFile[];
  readonly linkTo: (fileId: string) => string;
};

const timeOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Returns the copy of an original; null if there is none (yet). */
type FindFile = (of: CopySource['of'], id: string | null) => EvidenceFile | null;

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
  return { ...post, file: find('file', fileId) };
}

function profileOf({ picture_id: pictureId, ...profile }: KeptProfile, find: FindFile): EvidenceProfile {
  return { ...profile, links: [...profile.links], picture: find('avatar', pictureId) };
}

function evidenceOf(row: ReportRow, find: FindFile): EvidenceKept {
  const posts = row.evidence_posts.map((post) => postOf(post, find));
  const profiles = row.evidence_profiles.map((profile) => profileOf(profile, find));
  return {
    messages: row.evidence.map(({ image_id: imageId, ...message }) => ({
      ...message,
      // Missing in the oldest reports.
      group_name: message.group_name ?? null,
      image: find('image', imageId),
      is_named: message.message_id === row.message_id,
    })),
    post: posts.find((post) => post.media_id === row.media_id) ?? null,
    other_posts: posts.filter((post) => post.media_id !== row.media_id),
    profile: profiles.at(-1) ?? null,
    earlier_profiles: profiles.slice(0, -1),
  };
}

/** Builds the response for administrators from a database row. */
export function reportOf(row: ReportRow, files: ReportFiles): Report {
  const { id, reporter_id: _reporterId, reported_id: _reportedId, evidence: _evidence, ...rest } = row;
  const { evidence_posts: _posts, evidence_profiles: _profiles, ...columns } = rest;
  return {
    ...columns,
    report_id: id,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    due_at: timeOf(row.due_at),
    decided_at: timeOf(row.decided_at),
    evidence: evidenceOf(row, finderOf(id, files)),
  };
}
