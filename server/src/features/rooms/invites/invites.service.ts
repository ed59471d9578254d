import { randomBytes } from 'node:crypto';
import { displayedName } from '@adda/contract/accounts';
import {
  INVITE_CODE_BYTES,
  INVITE_HOURS,
  INVITES_MAX,
  PERSONAL_INVITE_HOURS,
  type Invite,
  type InvitedRoom,
  type InviteInput,
} from '@adda/contract/rooms';
import type { Database, Tx } from '../../../platform/database/index.ts';
import type { Jobs } from '../../../platform/jobs/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { Actor } from '../../../platform/http/handler.ts';
import type { PageHead } from '../../../platform/http/page-head.ts';
import type { Membership } from '../members/membership.service.ts';
import { resolveTarget, usernamesFor } from '../members/typed-names.policy.ts';
import { findCandidates, type Candidate } from '../moderation/room-moderation.repository.ts';
import { lockAllowed } from '../moderation/target-command.service.ts';
import { refuseJoining, requireRoom } from '../rooms.policy.ts';
import { findRoom, lockRoom } from '../rooms.repository.ts';
import type { Room } from '../rooms.types.ts';
import { inviteHead } from './invite-head.codec.ts';
import { startInviteJobs } from './invites.jobs.ts';
import * as invites from './invites.repository.ts';

/** A personal invitation that was just made: who invites whom to which room. */
export type PersonalInvite = {
  readonly recipientId: number;
  readonly inviter: string;
  readonly groupId: string;
  readonly code: string;
  readonly text: string;
};

/** Tells a user about a personal invitation, in its transaction. */
export type InviteHook = (tx: Tx, invite: PersonalInvite) => Promise<void>;

/** Runs before invitations end, in the transaction that ends them; personal ones may be among these codes. */
export type InvitesEndingHook = (tx: Tx, codes: readonly string[]) => Promise<void>;

type Deps = {
  readonly database: Database;
  readonly admit: Membership['admit'];
  /** Most members of a room. */
  readonly maxMembers: number;
  readonly publicUrl: () => string;
};

/** Invitations to rooms. */
export type Invites = ReturnType<typeof createInvites>;

/** Whether a user sees and revokes all invitations of a room (GR-02). */
const managesInvites = ({ group }: Room): boolean =>
  group.allowed_actions.includes('kick') || group.allowed_actions.includes('ban');

/**
 * Returns the user whom a personal invitation is for. Throws `username_missing`, `user_not_found`, `cannot_act_on_self`,
 * `invited_is_member`, `already_banned` or `not_for_strangers` (MR-01).
 */
async function requireRecipient(
  tx: Tx,
  { conversationId }: Room,
  actor: Actor,
  name: string,
): Promise<Candidate> {
  if (name === '') throw appError('username_missing');
  const people = await findCandidates(tx, conversationId, usernamesFor(name));
  const person = resolveTarget(name, people, ({ isMember }) => !isMember);
  if (!person) throw appError('user_not_found');
  if (person.userId === actor.userId) throw appError('cannot_act_on_self');
  const { areBlocked, isStranger, isSuspended } = await invites.readAcquaintance(
    tx,
    actor.userId,
    person.userId,
  );
  if (areBlocked || isSuspended) throw appError('user_not_found');
  if (person.isMember) throw appError('invited_is_member');
  if (person.isBanned) throw appError('already_banned');
  if (isStranger) throw appError('not_for_strangers');
  return person;
}

const inviteOf = (listed: invites.ListedInvite, url: string): Invite => ({
  code: listed.code,
  url,
  uses: listed.uses,
  max_uses: listed.maxUses,
  expires_at: listed.expiresAt.toISOString(),
  created_by: listed.createdBy,
  created_at: listed.createdAt.toISOString(),
  username: listed.username,
});

/** Inserts an invitation to a locked room; returns its code. Throws `invites_full`. */
async function insertIn(
  tx: Tx,
  { conversationId }: Room,
  invite: Omit<invites.NewInvite, 'code' | 'conversationId'>,
): Promise<string> {
  await invites.deleteEndedInvites(tx, conversationId);
  if ((await invites.countInvites(tx, conversationId)) >= INVITES_MAX) throw appError('invites_full');
  const code = randomBytes(INVITE_CODE_BYTES).toString('base64url');
  await invites.insertInvite(tx, { ...invite, code, conversationId });
  return code;
}

/** Creates the command that makes invitations, with its hook for personal ones. */
function createInviting({ database }: Pick<Deps, 'database'>) {
  const hooks: InviteHook[] = [];

  async function invitePerson(tx: Tx, room: Room, actor: Actor, name: string): Promise<string> {
    const { userId: recipientId } = await requireRecipient(tx, room, actor, name);
    const pair = { conversationId: room.conversationId, createdBy: actor.userId, recipientId };
    const known = await invites.findPersonalInvite(tx, pair);
    if (known !== undefined) return known;
    const code = await insertIn(tx, room, { ...pair, maxUses: 1, hours: PERSONAL_INVITE_HOURS });
    const { group_id: groupId, name: roomName } = room.group;
    const text = `${displayedName(actor.username)} invites you to the room “${roomName}”.`;
    for (const hook of hooks) await hook(tx, { recipientId, inviter: actor.username, groupId, code, text });
    return code;
  }

  return {
    onPersonInvited: (hook: InviteHook): void => void hooks.push(hook),
    invite: (actor: Actor, groupId: string, input: InviteInput): Promise<string> =>
      database.transaction(async (tx) => {
        const room = await lockAllowed(tx, actor, groupId, 'invite');
        if (input.username !== undefined) return invitePerson(tx, room, actor, input.username);
        return insertIn(tx, room, {
          createdBy: actor.userId,
          maxUses: input.max_uses ?? null,
          hours: input.expires_in_hours ?? INVITE_HOURS,
        });
      }),
  };
}

/**
 * Creates the commands and queries of invitations. Each command is one transaction that locks the room first; the
 * order of locks is room, conversation, invitation, as for kicks, bans and blocks.
 */
export function createInvites({ database, admit, maxMembers, publicUrl }: Deps) {
  const { db } = database;
  const { invite, onPersonInvited } = createInviting({ database });
  const endingHooks: InvitesEndingHook[] = [];
  const ending: InvitesEndingHook = async (tx, codes) => {
    for (const hook of endingHooks) await hook(tx, codes);
  };
  const urlOf = (code: string) => `${publicUrl()}/join/${code}`;

  return {
    /** Registers a hook for new personal invitations; throwing rolls the invitation back. */
    onPersonInvited,

    /** Registers a hook for invitations that are used, revoked or expired. */
    onInvitesEnding: (hook: InvitesEndingHook): void => void endingHooks.push(hook),

    /** Starts the deletion of personal invitations that have expired. Call once before the job queue starts. */
    startJobs: (jobs: Pick<Jobs, 'every'>): void => startInviteJobs({ database, jobs, ending }),

    /**
     * Makes an invitation (GR-02). A second personal invitation to the same user is the first one, as long as that is valid.
     */
    async create(actor: Actor, groupId: string, input: InviteInput): Promise<{ code: string; url: string }> {
      const code = await invite(actor, groupId, input);
      return { code, url: urlOf(code) };
    },

    /**
     * Lists the valid invitations of a room: all for users who may kick or ban, otherwise the caller's own. Throws
     * `not_authorized` for users who may not invite and have no invitation.
     */
    async list(actor: Actor, groupId: string): Promise<Invite[]> {
      const room = await requireRoom(groupId, () => findRoom(db, groupId, actor.userId));
      const createdBy = managesInvites(room) ? undefined : actor.userId;
      const listed = await invites.listInvites(db, room.conversationId, {
        viewerId: actor.userId,
        createdBy,
      });
      if (listed.length === 0 && !room.group.allowed_actions.includes('invite'))
        throw appError('not_authorized');
      return listed.map((each) => inviteOf(each, urlOf(each.code)));
    },

    /** Revokes an invitation of the caller, or any as a user who may kick or ban. Throws `invite_gone` otherwise. */
    revoke: (actor: Actor, groupId: string, code: string): Promise<void> =>
      database.transaction(async (tx) => {
        const room = await requireRoom(groupId, () => lockRoom(tx, groupId, actor.userId));
        const createdBy = managesInvites(room) ? undefined : actor.userId;
        const { conversationId } = room;
        await ending(tx, [code]);
        if (!(await invites.deleteInvite(tx, { conversationId, code, createdBy })))
          throw appError('invite_gone');
      }),

    /** Returns the room of a valid invitation, for everybody. Throws `invite_gone`. */
    async read(code: string): Promise<InvitedRoom> {
      const found = await invites.findInvitedRoom(db, code);
      if (!found) throw appError('invite_gone');
      return found.room;
    },

    /** Returns the head of the public page of an invitation; that of an invalid code says nothing about a room. */
    pageHeadOf: async (code: string): Promise<PageHead> =>
      inviteHead(publicUrl(), code, await invites.findInvitedRoom(db, code)),

    /**
     * Makes the caller a member by an invitation, of a private room too, and counts the use in the same transaction.
     * Throws `invite_gone`, `already_a_member` with the room's id, or `group_full`.
     */
    join: (actor: Actor, code: string): Promise<string> =>
      database.transaction(async (tx) => {
        const room = await invites.lockInvitedRoom(tx, code, actor.userId);
        if (!room || room.isBanned) throw appError('invite_gone');
        const { conversationId, groupId } = room;
        const refusal = refuseJoining({ ...room, maxMembers });
        if (refusal) throw appError(refusal, refusal === 'already_a_member' ? { group_id: groupId } : {});
        await ending(tx, [code]);
        // Deleting an account removes its invitations without the lock of the room, so this may be too late.
        if (!(await invites.useInvite(tx, code))) throw appError('invite_gone');
        await admit(tx, { conversationId, groupId }, actor);
        return groupId;
      }),
  };
}
