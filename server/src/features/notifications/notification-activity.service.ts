import type { ActivityKind } from '@adda/contract/activity';
import type { NotificationKind } from '@adda/contract/notifications';
import type { Tx } from '../../platform/database/index.ts';
import type { ActivitySource, ActivityTeller, ResolvedActivity, StoredActivity } from '../activity/index.ts';
import * as stored from './notifications.repository.ts';

/** The kinds of activity that a notification can be. */
type Kind = Extract<ActivityKind, 'invite' | 'export_ready' | 'moderation'>;

const KINDS: readonly Kind[] = ['invite', 'export_ready', 'moderation'];

const kindOf = (kind: NotificationKind): Kind =>
  kind === 'invite' || kind === 'export_ready' ? kind : 'moderation';

/** Tells the activity of a user about a notification, in the transaction that stores it (NT-01). */
export async function tellNotification(
  tx: Tx,
  tell: ActivityTeller['tell'],
  notification: stored.StoredNotification,
): Promise<void> {
  const { user_id: userId, id, about } = notification;
  const kind = kindOf(notification.kind);
  const inviter = kind === 'invite' && about !== null ? await stored.findUserId(tx, about) : undefined;
  const subject = { type: kind === 'invite' ? 'group' : 'report', id } as const;
  await tell(tx, [{ userId, kind, subject, actorId: inviter ?? null }]);
}

/** What an item about a notification shows. */
function resolvedOf(row: stored.ActivityRow): ResolvedActivity {
  const actorIds = row.actor_id === null ? [] : [row.actor_id];
  const shown = { actorIds, actorCount: actorIds.length, excerpt: row.text };
  if (row.group_id !== null && row.invite_code !== null)
    return { ...shown, subject: { type: 'group', id: row.group_id, invite_code: row.invite_code } };
  const sanction = row.sanction_id === null ? {} : { sanction_id: row.sanction_id };
  return { ...shown, subject: { type: 'report', id: row.id, ...sanction } };
}

/** The source of the items about notifications. Those of invitations go with the room and with who invited (NT-01). */
export const notificationActivity: ActivitySource = {
  kinds: KINDS,
  async resolve(db, readerId, items) {
    const rows = new Map(
      (await stored.listForActivity(db, readerId, itemsOf(items))).map((row) => [row.id, row]),
    );
    return new Map(
      items.flatMap(({ id, subjectId }) => {
        const row = rows.get(subjectId);
        return row ? [[id, resolvedOf(row)] as const] : [];
      }),
    );
  },
  async listUnseen(db, readerId, items) {
    const rows = await stored.listForActivity(db, readerId, itemsOf(items));
    const shown = new Set(rows.map(({ id }) => id));
    return new Set(items.filter(({ subjectId }) => shown.has(subjectId)).map(({ id }) => id));
  },
};

const itemsOf = (items: readonly StoredActivity[]) =>
  items.map(({ subjectId: id, actorId }) => ({ id, actorId }));
