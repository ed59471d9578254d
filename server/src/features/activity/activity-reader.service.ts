import {
  ACTIVITY_ACTORS_MAX,
  ACTIVITY_EXCERPT_MAX,
  notificationWaysOf,
  type ActivityItem,
  type ActivityKind,
} from '@adda/contract/activity';
import { cutText, excerptOf } from '@adda/contract/messages';
import type { Database } from '../../platform/database/index.ts';
import type { ActivitySources, ShownAnnouncement } from './activity-sources.service.ts';
import {
  findItems,
  listUnread,
  nameActors,
  readAnnouncementsReadAt,
  readChosenWays,
} from './activity.repository.ts';
import type { ResolvedActivity, StoredActivity } from './activity.types.ts';

/** Unread items that are checked at once. */
const COUNT_AT_ONCE = 1000;

type Actors = ReadonlyMap<number, ActivityItem['actors'][number]>;

/** The items of users as they see them. */
export type ActivityReader = ReturnType<typeof createActivityReader>;

/** Creates the reader. */
export function createActivityReader({ db }: Pick<Database, 'db'>, sources: ActivitySources) {
  /** Returns the kinds that a user wants to see in the app (NT-03). */
  async function kindsFor(userId: number): Promise<ReadonlySet<ActivityKind>> {
    const ways = notificationWaysOf(await readChosenWays(db, userId));
    return new Set(sources.kinds().filter((kind) => ways[kind].in_app));
  }

  async function actorsOf(shown: Iterable<ResolvedActivity>): Promise<Actors> {
    const ids = [...new Set([...shown].flatMap(({ actorIds }) => actorIds))];
    if (ids.length === 0) return new Map();
    return new Map((await nameActors(db, ids)).map(({ id, ...actor }) => [id, actor]));
  }

  /** Returns the items as their user sees them, in the given order; those that they may not see are left out. */
  async function itemsOf(userId: number, items: readonly StoredActivity[]): Promise<ActivityItem[]> {
    const answers = await sources.ask(items, (source, own) => source.resolve(db, userId, own));
    const resolved = new Map(answers.flatMap((answer) => Array.from(answer)));
    const actors = await actorsOf(resolved.values());
    return items.flatMap((stored) => {
      const shown = resolved.get(stored.id);
      return shown ? [itemOf(stored, shown, actors)] : [];
    });
  }

  /** Returns the announcements of now as items of a user. */
  async function announcementsFor(userId: number): Promise<ActivityItem[]> {
    const shown = await sources.listAnnouncements(db);
    if (shown.length === 0) return [];
    const readAt = await readAnnouncementsReadAt(db, userId);
    return shown.map((one) => announcementOf(one, readAt));
  }

  /** Counts stored items of these kinds that the user sees and has not seen yet; of those that happened after `since`. */
  async function countUnseen(
    userId: number,
    kinds: ReadonlySet<ActivityKind>,
    since?: Date,
  ): Promise<number> {
    let [count, after] = [0, ''];
    for (;;) {
      const items = await listUnread(db, userId, [...kinds], { after, since, limit: COUNT_AT_ONCE });
      const unseen = await sources.ask(items, (source, own) => source.listUnseen(db, userId, own));
      for (const ids of unseen) count += ids.size;
      if (items.length < COUNT_AT_ONCE) return count;
      after = items.at(-1)?.id ?? after;
    }
  }

  return {
    kindsFor,
    itemsOf,
    announcementsFor,
    countUnseen,

    /** Counts what the user sees of these kinds and has not seen yet, exactly (NT-01). */
    async countUnread(userId: number, kinds: ReadonlySet<ActivityKind>): Promise<number> {
      const announced = kinds.has('announcement') ? await announcementsFor(userId) : [];
      return announced.filter((item) => !item.is_read).length + (await countUnseen(userId, kinds));
    },

    /** Returns those of the items, and of the announcements, that the user sees, by id; null for kinds that they switched off. */
    async find(
      userId: number,
      ids: readonly string[],
      kinds: ReadonlySet<ActivityKind>,
    ): Promise<ReadonlyMap<string, ActivityItem | null>> {
      if (ids.length === 0) return new Map();
      const { on = [], off = [] } = Object.groupBy(await findItems(db, userId, ids), ({ kind }) =>
        kinds.has(kind) ? 'on' : 'off',
      );
      const announced = (await announcementsFor(userId)).filter((item) => ids.includes(item.activity_id));
      const shown = [...(await itemsOf(userId, on)), ...announced];
      return new Map([
        ...off.map(({ id }) => [id, null] as const),
        ...shown.map((item) => [item.activity_id, kinds.has(item.kind) ? item : null] as const),
      ]);
    },
  };
}

const excerpt = (text: string): string => cutText(excerptOf(text), ACTIVITY_EXCERPT_MAX);

const itemOf = (stored: StoredActivity, shown: ResolvedActivity, actors: Actors): ActivityItem => ({
  activity_id: stored.id,
  kind: stored.kind,
  actors: shown.actorIds.flatMap((id) => actors.get(id) ?? []).slice(0, ACTIVITY_ACTORS_MAX),
  actor_count: shown.actorCount,
  subject: shown.subject,
  excerpt: excerpt(shown.excerpt),
  created_at: stored.happenedAt.toISOString(),
  is_read: stored.isRead || shown.isSeen === true,
});

const announcementOf = (
  { id, text, startsAt }: ShownAnnouncement,
  readAt: Date | undefined,
): ActivityItem => ({
  activity_id: id,
  kind: 'announcement',
  actors: [],
  actor_count: 0,
  subject: { type: 'report', id },
  excerpt: excerpt(text),
  created_at: startsAt.toISOString(),
  is_read: readAt !== undefined && startsAt <= readAt,
});
