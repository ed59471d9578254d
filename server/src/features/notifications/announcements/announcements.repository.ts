import type { Announcement, ManagedAnnouncement } from '@adda/contract/notifications';
import { sql, type Insertable } from 'kysely';
import type { Queryable, Tx } from '../../../platform/database/index.ts';
import type { AnnouncementsTable } from '../notifications.tables.ts';

/** Maximum number of past announcements in the console. */
const PAST_MAX = 100;

type Row = {
  readonly id: string;
  readonly text: string;
  readonly link: string | null;
  readonly tone: 'info' | 'warning';
  readonly starts_at: Date;
  readonly ends_at: Date | null;
};

type ManagedRow = Row & {
  readonly state: ManagedAnnouncement['state'];
  readonly created_by: string;
  readonly created_at: Date;
};

const isOver = sql<boolean>`(announcement.ends_at IS NOT NULL AND announcement.ends_at <= clock_timestamp())`;
const isShown = sql<boolean>`(announcement.starts_at <= clock_timestamp() AND NOT ${isOver})`;

const MANAGED = sql`
  SELECT announcement.id, announcement.text, announcement.link, announcement.tone, announcement.starts_at,
    announcement.ends_at, announcement.created_at, author.username AS created_by,
    CASE WHEN ${isOver} THEN 'over' WHEN ${isShown} THEN 'shown' ELSE 'planned' END AS state
  FROM announcements announcement JOIN users author ON author.id = announcement.created_by`;

const announcementOf = (row: Row): Announcement => ({
  announcement_id: row.id,
  text: row.text,
  link: row.link,
  tone: row.tone,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null,
});

const managedOf = (row: ManagedRow): ManagedAnnouncement => ({
  ...announcementOf(row),
  state: row.state,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
});

/** Serialises changes and broadcasts of announcements; reads are not blocked. */
export async function lockAnnouncements(tx: Tx): Promise<void> {
  await sql`LOCK TABLE announcements IN SHARE ROW EXCLUSIVE MODE`.execute(tx);
}

/** Returns the announcements visible now, newest first. */
export async function listShown(db: Queryable): Promise<Announcement[]> {
  const { rows } = await sql<Row>`
    SELECT id, text, link, tone, starts_at, ends_at FROM announcements announcement
    WHERE ${isShown} ORDER BY starts_at DESC, id`.execute(db);
  return rows.map(announcementOf);
}

/** Returns visible and planned announcements and the last past ones, newest first. */
export async function listManaged(db: Queryable): Promise<ManagedAnnouncement[]> {
  const { rows } = await sql<ManagedRow>`
    SELECT * FROM (
      (${MANAGED} WHERE NOT ${isOver})
      UNION ALL
      (${MANAGED} WHERE ${isOver} ORDER BY announcement.created_at DESC LIMIT ${PAST_MAX})
    ) listed ORDER BY created_at DESC, id`.execute(db);
  return rows.map(managedOf);
}

/** Returns the time of the database, because the clocks of the nodes may differ. */
export async function readClock(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(tx);
  return rows[0]?.now ?? new Date();
}

/** Inserts an announcement and returns it in the form of the console. */
export async function insertAnnouncement(
  tx: Tx,
  announcement: Insertable<AnnouncementsTable>,
): Promise<ManagedAnnouncement> {
  await tx.insertInto('announcements').values(announcement).execute();
  const { rows } = await sql<ManagedRow>`${MANAGED} WHERE announcement.id = ${announcement.id}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('An announcement that was just stored is missing.');
  return managedOf(row);
}

/** Counts announcements that are visible or planned. */
export async function countActive(db: Queryable): Promise<number> {
  const { rows } = await sql<{ standing: number }>`
    SELECT count(*) AS standing FROM announcements announcement WHERE NOT ${isOver}`.execute(db);
  return rows[0]?.standing ?? 0;
}

/** Ends an announcement now, even a planned one. Returns false if it is unknown or over. */
export async function endAnnouncement(tx: Tx, id: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    UPDATE announcements announcement SET ends_at = ${now}, starts_at = least(starts_at, ${now})
    WHERE id = ${id} AND NOT ${isOver} RETURNING id`.execute(tx);
  return rows.length > 0;
}
