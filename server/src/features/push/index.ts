/**
 * Web push (PN-02, PN-03; ADR 49): the browsers to which is pushed, and the way to them. Owns the tables `push_subscriptions` and
 * `push_deliveries`. A
 * subscription belongs to a session; triggers of the database end it with the session, or when the user is suspended or deleted.
 */
import './push.tables.ts';
import { hkdfSync } from 'node:crypto';
import type { Logger } from 'pino';
import type { Database } from '../../platform/database/index.ts';
import type { Jobs } from '../../platform/jobs/index.ts';
import type { Metrics } from '../../platform/metrics/index.ts';
import type { Poster } from '../../platform/outbound/index.ts';
import type { Activity } from '../activity/index.ts';
import type { Rooms } from '../rooms/index.ts';
import { createAnnouncementPushes } from './announcements.jobs.ts';
import { createPushDecision } from './push-decision.service.ts';
import { createPushRequests, type PushRequestOptions } from './push-request.codec.ts';
import { createPushSender } from './push-sender.service.ts';
import { createPushWorker } from './push-worker.service.ts';
import { pushHandlers } from './push.routes.ts';
import { createSubscriptions } from './subscriptions.service.ts';

export { pushSections } from './push.personal.repository.ts';

type Deps = Pick<PushRequestOptions, 'keys' | 'subject'> & {
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'counter' | 'gauge' | 'histogram'>;
  readonly poster: Poster;
  /** The secret of the tokens, from which the key of the topics is derived. */
  readonly secret: string;
  readonly activity: Pick<Activity, 'findItems' | 'isAnnounced'>;
  readonly jobs: Pick<Jobs, 'enqueue' | 'handle'>;
  readonly rooms: Pick<Rooms, 'isOpenHere'>;
  /** Whether this process hands pushes over; any other only drops those about rooms that are open on it (CL-06). */
  readonly handsOver: boolean;
};

/** Creates the feature; its routes are in `handlers`. */
export function createPush({
  database,
  logger,
  metrics,
  poster,
  keys,
  subject,
  secret,
  activity,
  rooms,
  jobs,
  handsOver,
}: Deps) {
  const subscriptions = createSubscriptions(database);
  const topicKey = Buffer.from(hkdfSync('sha256', secret, '', 'adda push topics', 32));
  const requestFor = createPushRequests({ keys, subject, topicKey });
  const sender = createPushSender({ poster, requestFor, subscriptions, metrics, logger });
  const decide = createPushDecision({ database, subscriptions, activity, rooms });
  const worker = createPushWorker({ database, logger, metrics, sender, decide, rooms, handsOver });
  const announcements = createAnnouncementPushes({ database, jobs, activity });
  announcements.startJobs();
  return {
    handlers: pushHandlers(subscriptions, keys.publicKey),
    subscriptions,
    sender,
    /** Call in the transaction of a new announcement (PN-03). */
    announce: announcements.announce,
    /** Call before the database closes. */
    close: worker.close,
  };
}

/** Public interface of the feature. */
export type Push = ReturnType<typeof createPush>;
