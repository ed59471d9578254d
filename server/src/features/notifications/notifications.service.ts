import { randomBytes } from 'node:crypto';
import type { Notification, NotificationKind } from '@adda/contract/notifications';
import type { PrivateOutgoing } from '@adda/contract/direct';
import type { Database, Tx } from '../../platform/database/index.ts';
import type { RealtimeServer, RoomName } from '../../platform/realtime/index.ts';
import * as stored from './notifications.repository.ts';

/** What one person is told. */
export type NewNotification = {
  readonly userId: number;
  readonly kind: NotificationKind;
  readonly text: string;
  /** Whom or what it is about, such as the reported person. */
  readonly about?: string | null;
  /** The decision that it tells of and that can be appealed against. */
  readonly sanctionId?: string | null;
};

type Options = {
  readonly database: Database;
  readonly server: Pick<RealtimeServer<PrivateOutgoing>, 'publishAfterCommit'>;
  readonly shellRoom: (userId: number) => RoomName;
};

/** A page of a list that pages by number, from 1. */
type Page = { readonly page: number; readonly page_size: number };

/** What one person's list of notifications shows. */
type NotificationList = {
  readonly notifications: Notification[];
  readonly unread_count: number;
  readonly total_count: number;
};

/** Makes what operators tell single people. */
export function createNotificationsService({ database, server, shellRoom }: Options) {
  return {
    /** Tells somebody something, in the transaction of what it is about; their screens hear of it after the commit. */
    async notify(tx: Tx, { userId, kind, text, about, sanctionId }: NewNotification): Promise<void> {
      const notification = await stored.insertNotification(tx, {
        id: randomBytes(12).toString('hex'),
        user_id: userId,
        kind,
        text: text.toWellFormed(),
        about: about ?? null,
        sanction_id: sanctionId ?? null,
      });
      server.publishAfterCommit(tx, shellRoom(userId), 'notification', notification);
    },

    /** A page of somebody's notifications, the newest first, and how many are unread. */
    async list(userId: number, { page, page_size: limit }: Page): Promise<NotificationList> {
      const notifications = await stored.listNotifications(database.db, userId, {
        skip: (page - 1) * limit,
        limit,
      });
      const { total, unread } = await stored.countNotifications(database.db, userId);
      return { notifications, unread_count: unread, total_count: total };
    },

    /** Marks everything of somebody's as read. */
    readAll: (userId: number): Promise<void> => stored.readAll(database.db, userId),
  };
}

export type NotificationsService = ReturnType<typeof createNotificationsService>;
