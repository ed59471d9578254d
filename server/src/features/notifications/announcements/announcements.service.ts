import { randomBytes } from 'node:crypto';
import { ANNOUNCEMENTS_MAX } from '@adda/contract/notifications';
import type { Announcement, AnnouncementInput, ManagedAnnouncement } from '@adda/contract/notifications';
import type { PrivateOutgoing } from '@adda/contract/direct';
import { writeAudit } from '../../../platform/audit/index.ts';
import type { Database, Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import type { RealtimeServer, RoomName } from '../../../platform/realtime/index.ts';
import * as stored from './announcements.repository.ts';

declare module '../../../platform/jobs/payloads.ts' {
  interface JobPayloads {
    /** What everybody is told has changed, or changes now: tells it to all shells. */
    'notifications.announcements': null;
  }
}

type Options = {
  readonly database: Database;
  readonly jobs: Jobs;
  readonly server: Pick<RealtimeServer<PrivateOutgoing>, 'publish'>;
  readonly everyShell: RoomName;
};

/** Makes what operators tell everybody. */
export function createAnnouncements({ database, jobs, server, everyShell }: Options) {
  /** One at a time over all nodes, so that nobody hears of an older state after a newer one. */
  const tellEverybody = (): Promise<void> =>
    database.transaction(async (tx) => {
      await stored.lockAnnouncements(tx);
      server.publish(everyShell, 'announcements', { announcements: await stored.listShown(tx) });
    });

  /** Everybody is told by a job of the transaction, and again at these times. */
  async function tellAt(tx: Tx, now: Date, times: readonly (Date | null)[] = []): Promise<void> {
    await jobs.enqueue(tx, 'notifications.announcements', null);
    for (const time of times) {
      // Rounded up: a job that runs a moment later finds the change done.
      const startAfterSeconds = time ? Math.ceil((time.getTime() - now.getTime()) / 1000) : 0;
      if (startAfterSeconds > 0)
        await jobs.enqueue(tx, 'notifications.announcements', null, { startAfterSeconds });
    }
  }

  return {
    /** What everybody is told now, the newest first. */
    listShown: (): Promise<Announcement[]> => stored.listShown(database.db),

    /** Also planned and past ones, the newest first. */
    listAll: (): Promise<ManagedAnnouncement[]> => stored.listManaged(database.db),

    /** Adds an announcement, of now or planned. Throws `announcement_ends_too_early` and `announcements_full`. */
    add: ({ userId }: Actor, input: AnnouncementInput): Promise<ManagedAnnouncement> =>
      database.transaction(async (tx) => {
        await stored.lockAnnouncements(tx);
        const now = await stored.readClock(tx);
        const times = timesOf(input, now);
        if ((await stored.countStanding(tx)) >= ANNOUNCEMENTS_MAX) throw appError('announcements_full');
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
        await writeAudit(tx, { ...deed(userId, id), action: 'announcement_add', details });
        await tellAt(tx, now, [times.starts_at, times.ends_at]);
        return announcement;
      }),

    /** Ends an announcement now. Throws `announcement_not_found`, also for one that is over. */
    end: ({ userId }: Actor, id: string): Promise<void> =>
      database.transaction(async (tx) => {
        await stored.lockAnnouncements(tx);
        const now = await stored.readClock(tx);
        if (!(await stored.endAnnouncement(tx, id, now))) throw appError('announcement_not_found');
        await writeAudit(tx, { ...deed(userId, id), action: 'announcement_end' });
        await tellAt(tx, now);
      }),

    startJobs(): void {
      jobs.handle('notifications.announcements', tellEverybody);
    },
  };
}

export type Announcements = ReturnType<typeof createAnnouncements>;

const deed = (actorId: number, id: string) => ({ actorId, target: `announcement:${id}` });

function timesOf({ starts_at: start, ends_at: end }: AnnouncementInput, now: Date) {
  const startsAt = start === undefined ? now : new Date(start);
  const endsAt = end == null ? null : new Date(end);
  if (endsAt && (endsAt <= startsAt || endsAt <= now)) throw appError('announcement_ends_too_early');
  return { starts_at: startsAt, ends_at: endsAt };
}
