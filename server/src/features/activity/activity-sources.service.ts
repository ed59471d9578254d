import type { ActivityKind } from '@adda/contract/activity';
import type { Queryable } from '../../platform/database/index.ts';
import type { ActivitySource, NewActivity, StoredActivity } from './activity.types.ts';

/** An announcement that is shown to everybody now. */
export type ShownAnnouncement = { readonly id: string; readonly text: string; readonly startsAt: Date };

type AnnouncementSource = (db: Queryable) => Promise<readonly ShownAnnouncement[]>;

/** The features in which things happen, by the kinds of their items. */
export type ActivitySources = ReturnType<typeof createActivitySources>;

/** Creates the table of sources. Features register themselves at the start. */
export function createActivitySources() {
  const sources = new Map<ActivityKind, ActivitySource>();
  let announcements: AnnouncementSource = async () => [];
  return {
    /** Registers the feature in which items of these kinds happen. */
    register(source: ActivitySource): void {
      for (const kind of source.kinds) {
        if (sources.has(kind)) throw new Error(`Two sources of activity have the kind ${kind}.`);
        sources.set(kind, source);
      }
    },

    /** Registers the list of announcements, which are part of everybody's activity. */
    registerAnnouncements(given: AnnouncementSource): void {
      announcements = given;
    },

    /** Returns the kinds that have a source. */
    kinds: (): ActivityKind[] => [...sources.keys(), 'announcement'],

    /** Returns the newest subjects of joined items with this actor, of each source. */
    async listSubjectsBy(db: Queryable, actorId: number, limit: number): Promise<NewActivity['subject'][]> {
      const subjects: NewActivity['subject'][] = [];
      for (const { listSubjectsBy } of new Set(sources.values()))
        if (listSubjectsBy) subjects.push(...(await listSubjectsBy(db, actorId, limit)));
      return subjects;
    },

    listAnnouncements: (db: Queryable) => announcements(db),

    /** Asks the source of each item; returns the answers of the sources. */
    async ask<T>(
      items: readonly StoredActivity[],
      answer: (source: ActivitySource, items: readonly StoredActivity[]) => Promise<T>,
    ): Promise<T[]> {
      const bySource = Map.groupBy(items, ({ kind }) => sources.get(kind));
      const answers: T[] = [];
      for (const [source, own] of bySource) if (source) answers.push(await answer(source, own));
      return answers;
    },
  };
}
