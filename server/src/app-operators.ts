import { join } from 'node:path';
import type { AppContext } from './app-context.ts';
import type { Accounts } from './features/accounts/index.ts';
import type { Activity } from './features/activity/index.ts';
import type { Feed } from './features/feed/index.ts';
import type { Live } from './features/live/index.ts';
import type { Media } from './features/media/index.ts';
import { createModeration } from './features/moderation/index.ts';
import {
  createMailsOfMissed,
  createNotifications,
  deleteNotificationsOf,
  type Notifications,
} from './features/notifications/index.ts';
import { createOperations } from './features/operations/index.ts';
import { createPrivacy } from './features/privacy/index.ts';
import type { Relations } from './features/relations/index.ts';
import type { Messages } from './features/messages/index.ts';
import type { Rooms } from './features/rooms/index.ts';
import type { Safety } from './features/safety/index.ts';
import { personalSections } from './personal-sections.ts';
import type { Mailer } from './platform/mail/index.ts';
import type { Realtime } from './platform/realtime/index.ts';
import type { ServerSecret } from './platform/secrets/server-secrets.ts';

type Parts = {
  readonly platform: Pick<
    AppContext,
    'config' | 'logger' | 'database' | 'jobs' | 'store' | 'metrics' | 'publicUrl'
  >;
  readonly realtime: Pick<Realtime, 'metrics'>;
  readonly mailer: Mailer;
  readonly secret: ServerSecret;
  readonly accounts: Accounts;
  readonly relations: Relations;
  readonly media: Media;
  readonly live: Live;
  readonly activity: Activity;
  readonly messages: Messages;
  readonly feed: Feed;
  readonly rooms: Pick<Rooms, 'onPersonInvited' | 'onInvitesEnding'>;
  readonly safety: Safety;
};

/** Notifies the sender of a post that was refused and removed. */
function notifyAboutRefusedPosts(feed: Feed, notifications: Notifications): void {
  feed.onPostRefused((tx, { senderId }) =>
    notifications.notify(tx, {
      userId: senderId,
      kind: 'content_removed',
      text: 'The photo or video that you posted can’t be shared on Adda, so the post was removed.',
    }),
  );
}

/** Notifies users about personal invitations to rooms (GR-02). */
function notifyAboutInvitations(
  rooms: Pick<Rooms, 'onPersonInvited' | 'onInvitesEnding'>,
  notifications: Notifications,
): void {
  rooms.onInvitesEnding(notifications.invitesEnding);
  rooms.onPersonInvited((tx, { recipientId, inviter, groupId, code, text }) =>
    notifications.notify(tx, {
      userId: recipientId,
      kind: 'invite',
      text,
      about: inviter,
      invite: { groupId, code },
    }),
  );
}

/** Wires the features for operators: moderation, notifications, dashboard figures and data privacy (ADR 26). */
export function createOperatorFeatures({ platform, realtime, mailer, secret, ...parts }: Parts) {
  const { logger, database, jobs, store, metrics, publicUrl } = platform;
  const { accounts } = parts;
  const notifications = createNotifications({
    database,
    jobs,
    mailer,
    live: parts.live,
    activity: parts.activity,
  });
  accounts.onDeleting('notifications', deleteNotificationsOf);
  const mailsOfMissed = createMailsOfMissed({
    database,
    jobs,
    mailer,
    metrics,
    secret,
    publicUrl,
    accounts,
    activity: parts.activity,
  });
  const moderation = createModeration({
    database,
    jobs,
    logger,
    store,
    publicUrl,
    notifications,
    ...parts,
  });
  const operations = createOperations({
    database,
    jobs,
    connections: () => realtime.metrics().connections,
    inrPerUsd: platform.config.INR_PER_USD,
  });
  const privacy = createPrivacy({
    database,
    jobs,
    store,
    logger,
    notifications,
    accounts,
    media: parts.media,
    sections: personalSections(secret),
    // Files that a killed process leaves in this folder are removed.
    workFolder: join(platform.config.DATA_DIR, 'uploads'),
  });
  notifyAboutRefusedPosts(parts.feed, notifications);
  notifyAboutInvitations(parts.rooms, notifications);
  for (const each of [notifications, mailsOfMissed, moderation, operations, privacy]) each.startJobs();
  return { notifications, mailsOfMissed, moderation, operations, privacy };
}
