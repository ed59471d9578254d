/**
 * What happened to users, in one list, told to their main screens (NT-01, NT-02; ADR 48). Owns the tables `activity_items` and
 * `activity_readers`. A feature in which something happens calls `tell` in its transaction, and `changed` when a subject is gone
 * or loses an actor; it registers an {@link ActivitySource} that reads what an item shows.
 */
import './activity.tables.ts';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Live } from '../live/index.ts';
import type { Relations } from '../relations/index.ts';
import { createActivityEvents } from './activity-events.service.ts';
import { markOf, textOfMark, type ActivityMark } from './activity-marks.codec.ts';
import { createMissedActivity } from './activity-missed.service.ts';
import { createActivityPeople } from './activity-people.service.ts';
import { createActivityReader } from './activity-reader.service.ts';
import { loginActivity } from './login-activity.repository.ts';
import { createActivitySources } from './activity-sources.service.ts';
import { createActivityTeller } from './activity-teller.service.ts';
import { createActivityRetention } from './activity.jobs.ts';
import { activityHandlers } from './activity.routes.ts';
import { createActivityService } from './activity.service.ts';

export { hasUnreadForMail } from './activity.repository.ts';
export { activitySections } from './activity.personal.repository.ts';
export { nameOf, sentenceOf } from './activity-text.policy.ts';
export { createActivityTeller } from './activity-teller.service.ts';
export type { ActivitySource, ActivityTeller, ResolvedActivity, StoredActivity } from './activity.types.ts';

type Deps = {
  readonly database: Database;
  readonly logger: Logger;
  readonly accounts: Pick<Accounts, 'onAccountStatusChanged' | 'onShownKindsChanged' | 'onNewLogin'>;
  readonly relations: Pick<Relations, 'onBlockChanged'>;
  readonly live: Pick<Live, 'activityChanged' | 'onActivityChanged' | 'shells'>;
};

/** Creates the feature; its routes are in `handlers`. */
export function createActivity({ database, logger, accounts, relations, live }: Deps) {
  const send = (marks: readonly ActivityMark[]): void => live.activityChanged(marks.map(textOfMark));
  const sources = createActivitySources();
  const reader = createActivityReader(database, sources);
  const events = createActivityEvents({ shells: live.shells, reader, logger });
  live.onActivityChanged((texts) => events.marked(texts.flatMap((text) => markOf(text) ?? [])));
  const people = createActivityPeople({ database, logger, sources, send });
  accounts.onAccountStatusChanged(people.accountStatusChanged);
  accounts.onShownKindsChanged(({ userId }) => send([{ userId, itemId: '', how: 'counted' }]));
  relations.onBlockChanged(people.blockChanged);
  const teller = createActivityTeller(send);
  sources.register(loginActivity);
  accounts.onNewLogin((tx, { userId, sessionId }) =>
    teller.tell(tx, [
      { userId, kind: 'security', subject: { type: 'session', id: sessionId }, actorId: null },
    ]),
  );
  return {
    handlers: activityHandlers(createActivityService({ database, reader, send })),
    ...teller,
    register: sources.register,
    registerAnnouncements: sources.registerAnnouncements,
    /** Call after an announcement began or ended, and is committed: everybody who is connected is told. */
    announcementChanged: (id: string): void => send([{ userId: undefined, itemId: id, how: 'changed' }]),
    /** Returns whether an announcement is shown now. */
    isAnnounced: async (id: string): Promise<boolean> =>
      (await sources.listAnnouncements(database.db)).some((announcement) => announcement.id === id),
    ...createMissedActivity(database, reader),
    /** Returns those of the items that a user sees, by id; null for kinds that they switched off (NT-03). */
    findItems: async (userId: number, ids: readonly string[]) =>
      reader.find(userId, ids, await reader.kindsFor(userId)),
    ...createActivityRetention({ database, send }),
    /** Call when the connections are closed and before the database closes. */
    close: events.close,
  };
}

/** Public interface of the feature. */
export type Activity = ReturnType<typeof createActivity>;
