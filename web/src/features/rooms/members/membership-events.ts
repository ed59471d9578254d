import { t } from '@lingui/core/macro';
import type { GroupOutgoing, MemberProfile } from '@adda/contract/rooms';
import type { QueryClient } from '@tanstack/react-query';
import type { GroupConnection } from '../../../platform/realtime.ts';
import { toast } from '../../../ui/toast-store.ts';
import { cachedMember } from './cached-member.ts';
import { addMember, changeMember, isKnownToHaveLeft, removeMember, refetchMembers } from './member-cache.ts';
import {
  addLocalNotice,
  catchUpSoon,
  changeStore,
  hideSender,
  renameInStore,
  type TypingUsers,
} from '../../messages/index.ts';
import { timeoutReasonKey } from '../limits/timeout-reason.ts';
import { followOwnPresence } from './own-presence.ts';
import { isLeaving, clearMemberData } from '../rooms.mutations.ts';
import { profileKey } from '../../accounts/index.ts';
import { roomConversation } from '../messages/room-conversation.ts';
import { patchRoom, roomKeys } from '../rooms.queries.ts';
import {
  joinLeaveLabel,
  isJoinOrLeave,
  moderationLabel,
  type MembershipUpdate,
} from './membership-labels.ts';

/** The first of several changes waits this long for others, in ms. */
const PAUSE_MS = 1500;

/** Minimum time between two notices about joining and leaving, in ms, so that they don't flood a busy room. */
const LEAST_GAP_MS = 15_000;

/** Shows a membership change in a room. */
type MembershipNotices = { tell(update: MembershipUpdate): void; stop(): void };

/**
 * Turns membership changes into notices for the chat: joins and leaves in quick succession share one notice, a user who
 * joins and leaves in that time causes none, and actions of moderators are shown immediately.
 */
export function createMembershipNotices(say: (text: string) => void): MembershipNotices {
  const waiting: Record<'joined' | 'left', Set<string>> = { joined: new Set(), left: new Set() };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let quietUntil = 0;

  const flush = () => {
    timer = undefined;
    for (const kind of ['joined', 'left'] as const) {
      const names = [...waiting[kind]];
      waiting[kind].clear();
      if (names.length === 0) continue;
      say(joinLeaveLabel(kind, names));
      quietUntil = Date.now() + LEAST_GAP_MS;
    }
  };
  return {
    tell(update) {
      if (!isJoinOrLeave(update)) return say(moderationLabel(update));
      const opposite = waiting[update.kind === 'joined' ? 'left' : 'joined'];
      if (!opposite.delete(update.username)) waiting[update.kind].add(update.username);
      timer ??= setTimeout(flush, Math.max(PAUSE_MS, quietUntil - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
}

/** The state that member events of an open room change. */
export type MembershipTargets = {
  readonly client: QueryClient;
  readonly groupId: string;
  /** The user's own username. */
  readonly account: string;
  readonly typingUsers: TypingUsers;
  /** The user is no longer a member: the room closes with this text (GC-38 to GC-40). */
  readonly onClosed: (text: string) => void;
};

type MembersLine = Pick<GroupConnection, 'on' | 'onState' | 'state'>;

type Handlers = { [E in keyof GroupOutgoing]: (payload: GroupOutgoing[E]) => void };

/** Handles the end of other memberships. A banned user may not have been a member (SV-29). */
function createMemberRemoval({ client, groupId, typingUsers }: MembershipTargets) {
  return (username: string, wasCertainlyIn: boolean): void => {
    typingUsers.remove(username);
    if (isKnownToHaveLeft(client, groupId, username)) return;
    if (!wasCertainlyIn && !cachedMember(client, groupId, username)) {
      void client.invalidateQueries({ queryKey: roomKeys.room(groupId) });
      return refetchMembers(client, groupId, true);
    }
    removeMember(client, groupId, username);
    patchRoom(client, groupId, (group) => ({ ...group, member_count: Math.max(0, group.member_count - 1) }));
  };
}

/** Removes or restores a user's messages: on a block between the two, or a suspension (SV-50, SV-52). */
function createMessageHiding({ client, groupId, typingUsers }: MembershipTargets) {
  return (username: string, isHidden: boolean): void => {
    const conversation = roomConversation(groupId);
    typingUsers.remove(username);
    if (isHidden) changeStore(client, conversation, (store) => hideSender(store, username));
    // Loads the remaining or restored messages; the online status of members may have changed, too.
    const refetched = client.invalidateQueries({ queryKey: conversation.keys.messages, exact: true });
    void refetched.then(() => catchUpSoon(client, conversation));
    refetchMembers(client, groupId, true);
  };
}

/** Joining, leaving, and changes of member data. */
function peopleHandlers(targets: MembershipTargets, tell: (update: MembershipUpdate) => void) {
  const { client, groupId, account, typingUsers } = targets;
  const hidden = createMessageHiding(targets);
  return {
    group_joined({ username }) {
      if (username === account || !addMember(client, groupId, username)) return;
      patchRoom(client, groupId, (group) => ({ ...group, member_count: group.member_count + 1 }));
      tell({ kind: 'joined', username });
    },
    user_status({ username, is_online }) {
      changeMember(client, groupId, username, (member) => ({ ...member, is_online }));
      client.setQueryData<MemberProfile>(
        profileKey(username),
        (profile) => profile && { ...profile, is_online },
      );
    },
    user_renamed({ old_username: oldName, username, is_guest }) {
      changeStore(client, roomConversation(groupId), (store) => renameInStore(store, oldName, username));
      changeMember(client, groupId, oldName, (member) => ({ ...member, username, is_guest }));
      patchRoom(client, groupId, (group) =>
        group.creator === oldName ? { ...group, creator: username } : group,
      );
      typingUsers.rename(oldName, username);
    },
    group_updated: ({ group_id, ...settings }) =>
      patchRoom(client, group_id, (group) => ({ ...group, ...settings })),
    blocked_notification: ({ username, is_blocked: isBlocked }) => hidden(username, isBlocked),
    member_suspended({ group_id, username, is_suspended: isSuspended }) {
      if (group_id === groupId) hidden(username, isSuspended);
    },
    permission_granted({ username, permissions }) {
      changeMember(client, groupId, username, (member) => ({ ...member, permissions }));
      void client.invalidateQueries({ queryKey: roomKeys.member(groupId, username) });
      if (username === account) {
        patchRoom(client, groupId, (group) => ({ ...group, permissions }));
        void client.invalidateQueries({ queryKey: roomKeys.room(groupId) });
      }
      tell({ kind: 'permissions', username, permissions, isSelf: username === account });
    },
    owner_changed({ username }) {
      patchRoom(client, groupId, (group) => ({ ...group, creator: username }));
      void client.invalidateQueries({ queryKey: roomKeys.room(groupId) });
      refetchMembers(client, groupId, true);
    },
    member_timeout({ username, until, reason }) {
      typingUsers.remove(username);
      if (username !== account) return tell({ kind: 'timeout', username, until });
      client.setQueryData(timeoutReasonKey(groupId), reason ?? '');
      patchRoom(client, groupId, (group) => ({ ...group, timeout_until: until }));
      if (until === null) toast.show(t`You can write again.`);
    },
  } satisfies Partial<Handlers>;
}

/** Adds the moderator's reason to a sentence, if there is one (GR-06). */
const withReason = (sentence: string, reason = ''): string =>
  reason === '' ? sentence : t`${sentence} The reason: ${reason}`;

/** The end of a membership, the user's own or another's (GC-38, R-07). */
function endHandlers(targets: MembershipTargets, tell: (update: MembershipUpdate) => void) {
  const { client, groupId, account, onClosed } = targets;
  const left = createMemberRemoval(targets);
  const close = (sentence: string) => {
    clearMemberData(client, groupId);
    onClosed(sentence);
  };
  const refetchBanned = () => void client.invalidateQueries({ queryKey: roomKeys.banned(groupId) });
  return {
    group_left({ username }) {
      if (username !== account) {
        left(username, true);
        tell({ kind: 'left', username });
      } else if (!isLeaving(client, groupId)) close(t`You have left the group.`);
    },
    kick_user({ username, by, reason }) {
      if (username === account) return close(withReason(t`You have been kicked from the group.`, reason));
      left(username, true);
      tell({ kind: 'kicked', username, by });
    },
    ban_user({ username, by, reason }) {
      if (username === account) {
        close(withReason(t`You have been banned from the group.`, reason));
        return patchRoom(client, groupId, (group) => ({ ...group, is_banned: true }));
      }
      left(username, false);
      refetchBanned();
      tell({ kind: 'banned', username, by });
    },
    unban_user({ username, by }) {
      refetchBanned();
      tell({ kind: 'unbanned', username, by });
    },
    group_deleted: () => close(t`This group has been deleted.`),
  } satisfies Partial<Handlers>;
}

/** Updates the cache and shows notices for all member events. */
export function membershipHandlers(targets: MembershipTargets, tell: (update: MembershipUpdate) => void) {
  return { ...peopleHandlers(targets, tell), ...endHandlers(targets, tell) };
}

/** Follows member events of an open room. Returns the function that stops it. */
export function followMembers(targets: MembershipTargets & { readonly connection: MembersLine }): () => void {
  const { client, groupId, connection } = targets;
  const notices = createMembershipNotices((text) =>
    changeStore(client, roomConversation(groupId), (store) => addLocalNotice(store, text)),
  );
  const handlers = membershipHandlers(targets, notices.tell);
  const stops = [
    connection.on('group_joined', handlers.group_joined),
    connection.on('group_left', handlers.group_left),
    connection.on('kick_user', handlers.kick_user),
    connection.on('ban_user', handlers.ban_user),
    connection.on('unban_user', handlers.unban_user),
    connection.on('group_deleted', handlers.group_deleted),
    connection.on('member_timeout', handlers.member_timeout),
    connection.on('permission_granted', handlers.permission_granted),
    connection.on('owner_changed', handlers.owner_changed),
    connection.on('group_updated', handlers.group_updated),
    connection.on('user_status', handlers.user_status),
    connection.on('user_renamed', handlers.user_renamed),
    connection.on('blocked_notification', handlers.blocked_notification),
    connection.on('member_suspended', handlers.member_suspended),
    connection.onState((state, isAgain) => {
      if (state === 'connected' && isAgain) refetchMembers(client, groupId, true);
    }),
    followOwnPresence(targets),
    notices.stop,
    // Without events the list becomes stale.
    () => refetchMembers(client, groupId, false),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
