import { randomBytes } from 'node:crypto';
import type { Notification, NotificationKind } from '@adda/contract/notifications';
import type { Database, Tx } from '../../platform/database/index.ts';
import type { Live } from '../live/index.ts';
import type { ActivityTeller } from '../activity/index.ts';
import { tellNotification } from './notification-activity.service.ts';
import * as stored from './notifications.repository.ts';

/** A notification to send to one user. */
export type NewNotification = {
  readonly userId: number;
  readonly kind: NotificationKind;
  readonly text: string;
  /** The subject of the notification, for example the reported user. */
  readonly about?: string | null;
  /** The sanction that the notification reports and that can be appealed. */
  readonly sanctionId?: string | null;
  /** The room and the code of a personal invitation (GR-02). */
  readonly invite?: { readonly groupId: string; readonly code: string };
};

type Options = {
  readonly database: Database;
  readonly live: Pick<Live, 'notify'>;
  readonly activity: Pick<ActivityTeller, 'tell' | 'changed'>;
};

/** Page numbers start at 1. */
type Page = { readonly page: number; readonly page_size: number };

type NotificationList = {
  readonly notifications: Notification[];
  readonly unread_count: number;
  readonly total_count: number;
};

/** Creates the notifications to single users. */
export function createNotificationsService({ database, live, activity }: Options) {
  return {
    /** Stores a notification in the transaction. The user's main screens receive it after the commit, and it is in their activity. */
    async notify(tx: Tx, { userId, kind, text, about, sanctionId, invite }: NewNotification): Promise<void> {
      const added: stored.StoredNotification = {
        id: randomBytes(12).toString('hex'),
        user_id: userId,
        kind,
        text: text.toWellFormed(),
        about: about ?? null,
        sanction_id: sanctionId ?? null,
        group_id: invite?.groupId ?? null,
        invite_code: invite?.code ?? null,
      };
      const notification = await stored.insertNotification(tx, added);
      await tellNotification(tx, activity.tell, added);
      live.notify(tx, userId, 'notification', notification);
    },

    /** Call before invitations end, in the same transaction: their notifications go with them, which open screens are told. */
    async invitesEnding(tx: Tx, codes: readonly string[]): Promise<void> {
      const ids = await stored.listIdsByInvite(tx, codes);
      await activity.changed(
        tx,
        ids.map((id) => ({ type: 'group', id })),
      );
    },

    /** Returns one page of a user's notifications, newest first, with total and unread count. */
    async list(userId: number, { page, page_size: limit }: Page): Promise<NotificationList> {
      const notifications = await stored.listNotifications(database.db, userId, {
        skip: (page - 1) * limit,
        limit,
      });
      const { total, unread } = await stored.countNotifications(database.db, userId);
      return { notifications, unread_count: unread, total_count: total };
    },

    /** Marks all notifications of a user as read. */
    readAll: (userId: number): Promise<void> => stored.readAll(database.db, userId),
  };
}

export type NotificationsService = ReturnType<typeof createNotificationsService>;
