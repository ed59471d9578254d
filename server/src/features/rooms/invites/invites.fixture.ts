import type { RouteInput, Routes } from '@adda/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { startRooms, type Person } from '../rooms.fixture.ts';

type Input = RouteInput<Routes['POST /groupchat/groups/:id/invites']>['body'];

/** Returns the application of the file with requests about invitations. */
export async function startInvites() {
  const fixture = await startRooms();
  const { client, database } = fixture;

  const invite = (by: Person, groupId: string, body: Input = {}) =>
    client('POST /groupchat/groups/:id/invites', { params: { id: groupId }, body }, by);
  const look = (code: string) => client('GET /invites/:code', { params: { code } });
  const joinBy = (someone: Person, code: string) =>
    client('POST /invites/:code/join', { params: { code } }, someone);

  return {
    ...fixture,
    invite,
    look,
    joinBy,
    /** Makes an invitation. Returns its code. */
    codeOf: async (by: Person, groupId: string, body: Input = {}) =>
      (await invite(by, groupId, body)).data.code,
    list: (by: Person, groupId: string) =>
      client('GET /groupchat/groups/:id/invites', { params: { id: groupId } }, by),
    revokeInvite: (by: Person, groupId: string, code: string) =>
      client('DELETE /groupchat/groups/:id/invites/:code', { params: { id: groupId, code } }, by),
    /** Lets the first user follow the second, who is then no stranger to the first. */
    follow: (someone: Person, { username }: Person) =>
      client('POST /subscriptions/follow', { query: { target_username: username } }, someone),
    /** Makes a room private. */
    hide: (groupId: string) =>
      sql`UPDATE rooms SET is_private = true WHERE group_id = ${groupId}`.execute(database.db),
    /** Lets a time pass for all invitations of a room. */
    age: (groupId: string, hours: number) =>
      sql`
        UPDATE room_invites SET expires_at = expires_at - make_interval(hours => ${hours}::integer)
        WHERE conversation_id = (SELECT conversation_id FROM rooms WHERE group_id = ${groupId})`.execute(
        database.db,
      ),
    /** Expects that a code is answered as an unknown one by both routes, for this user. */
    async expectGone(someone: Person, code: string): Promise<void> {
      const answers = [await look(code), await joinBy(someone, code)];
      for (const { status, error } of answers)
        expect([status, error.code, error.detail]).toEqual([
          404,
          'invite_gone',
          'This invitation is not valid any more',
        ]);
    },
  };
}
