import { randomBytes } from 'node:crypto';
import {
  ANNOUNCEMENTS_MAX,
  type Announcement,
  type AnnouncementInput,
  type ManagedAnnouncement,
} from '@adda/contract/notifications';
import { writeAudit } from '../../platform/audit/index.ts';
import type { Database, Queryable, Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Activity } from '../activity/index.ts';
import type { Live } from '../live/index.ts';
import * as stored from './notifications.repository.ts';

declare module '../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** Broadcasts the visible announcements to all main screens, after or at the time of a change. */
    'notifications.announcements': { readonly announcementId: string } | null;
  }
}

type Options = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly live: Pick<Live, 'broadcast'>;
  readonly activity: Pick<Activity, 'announcementChanged'>;
};

/** Runs in the transaction of a new announcement, which begins after some seconds. */
export type AnnouncedHook = (tx: Tx, announcementId: string, startAfterSeconds: number) => Promise<void>;

/** Creates the announcements of the operators to all users. */
export function createAnnouncements({ database, jobs, live, activity }: Options) {
  const announcedHooks: AnnouncedHook[] = [];

  /** Serialised over all nodes, so that no client receives an older state after a newer one. */
  const broadcast = (changed: { readonly announcementId: string } | null): Promise<void> =>
    database.transaction(async (tx) => {
      await stored.lockAnnouncements(tx);
      live.broadcast('announcements', { announcements: await stored.listShown(tx) });
      // Jobs of the previous version name none.
      if (changed) activity.announcementChanged(changed.announcementId);
    });

  /** Enqueues a broadcast in the transaction, and further ones at the given times. */
  async function enqueueBroadcasts(
    tx: Tx,
    announcementId: string,
    now: Date,
    { starts_at: startsAt = now, ends_at: endsAt = null }: { starts_at?: Date; ends_at?: Date | null } = {},
  ): Promise<void> {
    const changed = { announcementId };
    // Nobody knows of a planned one before it begins.
    await jobs.enqueue(tx, 'notifications.announcements', startsAt > now ? null : changed);
    for (const time of [startsAt, endsAt]) {
      const startAfterSeconds = time ? secondsUntil(time, now) : 0;
      if (startAfterSeconds > 0)
        await jobs.enqueue(tx, 'notifications.announcements', changed, { startAfterSeconds });
    }
  }

  return {
    /** Registers a hook for new announcements. */
    onAnnounced: (hook: AnnouncedHook): void => void announcedHooks.push(hook),

    /** Returns the visible announcements, newest first. */
    listShown: (): Promise<Announcement[]> => stored.listShown(database.db),

    /** Returns the visible announcements for the activity, of which they are part (NT-01). */
    listForActivity: async (db: Queryable) =>
      (await stored.listShown(db)).map(({ announcement_id: id, text, starts_at: startsAt }) => ({
        id,
        text,
        startsAt: new Date(startsAt),
      })),

    /** Returns visible, planned and past announcements, newest first. */
    listAll: (): Promise<ManagedAnnouncement[]> => stored.listManaged(database.db),

    /**
     * Adds an announcement, effective now or planned. Throws `announcement_ends_too_early` and `announcements_full`.
     */
    add: ({ userId }: Actor, input: AnnouncementInput): Promise<ManagedAnnouncement> =>
      database.transaction(async (tx) => {
        await stored.lockAnnouncements(tx);
        const now = await stored.readClock(tx);
        const times = timesOf(input, now);
        if ((await stored.countActive(tx)) >= ANNOUNCEMENTS_MAX) throw appError('announcements_full');
        const announcement = await stored.insertAnnouncement(tx, {
          id: randomBytes(12).toString('hex'),
          text: input.text.toWellFormed(),
          link: input.link ?? null,
          tone: input.tone,
          created_by: userId,
          ...times,
        });
        const { announcement_id: id, text, starts_at: startsAt, ends_at: endsAt } = announcement;
        const details = { text, starts_at: startsAt, ends_at: endsAt };
        await writeAudit(tx, { ...auditEntry(userId, id), action: 'announcement_add', details });
        await enqueueBroadcasts(tx, id, now, times);
        const startAfterSeconds = secondsUntil(times.starts_at, now);
        for (const hook of announcedHooks) await hook(tx, id, startAfterSeconds);
        return announcement;
      }),

    /** Ends an announcement now. Throws `announcement_not_found`, also if it is over. */
    end: ({ userId }: Actor, id: string): Promise<void> =>
      database.transaction(async (tx) => {
        await stored.lockAnnouncements(tx);
        const now = await stored.readClock(tx);
        if (!(await stored.endAnnouncement(tx, id, now))) throw appError('announcement_not_found');
        await writeAudit(tx, { ...auditEntry(userId, id), action: 'announcement_end' });
        await enqueueBroadcasts(tx, id, now);
      }),

    startJobs(): void {
      jobs.handle('notifications.announcements', broadcast);
    },
  };
}

export type Announcements = ReturnType<typeof createAnnouncements>;

/** Rounded up, so that the change has happened when a job runs after these seconds; 0 for what is past. */
const secondsUntil = (time: Date, now: Date): number =>
  Math.max(0, Math.ceil((time.getTime() - now.getTime()) / 1000));

const auditEntry = (actorId: number, id: string) => ({ actorId, target: `announcement:${id}` });

function timesOf({ starts_at: start, ends_at: end }: AnnouncementInput, now: Date) {
  const startsAt = start === undefined ? now : new Date(start);
  const endsAt = end == null ? null : new Date(end);
  if (endsAt && (endsAt <= startsAt || endsAt <= now)) throw appError('announcement_ends_too_early');
  return { starts_at: startsAt, ends_at: endsAt };
}
