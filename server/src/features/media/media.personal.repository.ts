import { AVATAR_PATH } from '@adda/contract/media';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import {
  PERSONAL_PAGE,
  sectionOf,
  type PersonalFile,
  type PersonalSection,
} from '../../platform/personal-data/index.ts';
import { audioKey, servedKey, avatarKey, imageKey } from './media.policy.ts';

const images = sectionOf(
  {
    name: 'images',
    about:
      'Pictures that you sent, your profile picture, and pictures of rooms; they are in the folder images.',
    start: '',
  },
  (me, after) => sql`
    SELECT id AS cursor, 'images/' || id || '.webp' AS file, width, height, bytes, created_at, used_at FROM images
    WHERE owner_id = ${me} AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`,
);

async function* imageFiles(db: Queryable, userId: number): AsyncGenerator<PersonalFile> {
  let after = '';
  for (;;) {
    const { rows } = await sql<{ id: string; is_avatar: boolean }>`
      SELECT id, EXISTS (
        SELECT FROM users WHERE users.id = images.owner_id AND users.profile_image_url = ${AVATAR_PATH} || images.id
      ) OR EXISTS (SELECT FROM rooms WHERE rooms.picture_url = ${AVATAR_PATH} || images.id) AS is_avatar FROM images
      WHERE owner_id = ${userId} AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`.execute(db);
    for (const { id, is_avatar: isAvatar } of rows)
      yield { key: isAvatar ? avatarKey(id, 'full') : imageKey(id, 'full'), name: `images/${id}.webp` };
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PERSONAL_PAGE) return;
  }
}

/** The file extension by content type. */
const ENDING = sql`CASE content_type WHEN 'video/mp4' THEN '.mp4' WHEN 'image/webp' THEN '.webp'
  WHEN 'image/jpeg' THEN '.jpg' WHEN 'image/png' THEN '.png' WHEN 'image/gif' THEN '.gif' ELSE '' END`;
const FILE = sql`CASE WHEN state = 'ready' THEN 'uploads/' || id || ${ENDING} END`;

const uploads = sectionOf(
  { name: 'uploads', about: 'Photos and videos of your posts; they are in the folder uploads.', start: '' },
  (me, after) => sql`
    SELECT id AS cursor, ${FILE} AS file, original_filename, kind, state, content_type, bytes, width, height,
      duration_ms, created_at, used_at
    FROM media_files WHERE owner_id = ${me} AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`,
);

async function* uploadFiles(db: Queryable, userId: number): AsyncGenerator<PersonalFile> {
  let after = '';
  for (;;) {
    const { rows } = await sql<{ id: string; file: string }>`
      SELECT id, ${FILE} AS file FROM media_files
      WHERE owner_id = ${userId} AND state = 'ready' AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`.execute(
      db,
    );
    for (const { id, file } of rows) yield { key: servedKey(id, 'full'), name: file };
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PERSONAL_PAGE) return;
  }
}

const recordings = sectionOf(
  {
    name: 'recordings',
    about: 'Voice messages that you recorded; they are in the folder recordings.',
    start: '',
  },
  (me, after) => sql`
    SELECT id AS cursor, 'recordings/' || id || '.m4a' AS file, duration_ms, bytes, created_at, used_at
    FROM recordings WHERE owner_id = ${me} AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`,
);

async function* recordingFiles(db: Queryable, userId: number): AsyncGenerator<PersonalFile> {
  let after = '';
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM recordings
      WHERE owner_id = ${userId} AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`.execute(db);
    for (const { id } of rows) yield { key: audioKey(id), name: `recordings/${id}.m4a` };
    after = rows.at(-1)?.id ?? after;
    if (rows.length < PERSONAL_PAGE) return;
  }
}

/** The sections with images, recordings and files of a user, including their bytes. */
export const mediaSections: readonly PersonalSection[] = [
  { ...images, files: imageFiles },
  { ...recordings, files: recordingFiles },
  { ...uploads, files: uploadFiles },
];
