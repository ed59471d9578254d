import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connectTo, startRooms, type Person } from '../../rooms/rooms.fixture.ts';

type Stored = { reason: string; evidence: { content: string; sender: string; is_deleted: boolean }[] };

/** Starts the application with a room of three users, and helpers that report and read stored reports. */
async function startFixture() {
  const rooms = await startRooms();
  const { creator, groupId, others } = await rooms.roomOf(2);
  const [member, third] = others;
  if (!member || !third) throw new Error('nobody there');
  const report = (by: Person, body: Record<string, unknown>) =>
    rooms.client(
      'POST /users/report',
      { body: { reported_username: member.username, reason: 'says things that hurt', ...body } },
      by,
    );
  const stored = async (id: string) => {
    const { rows } = await sql<Stored>`SELECT reason, evidence FROM reports WHERE id = ${id}`.execute(
      rooms.database.db,
    );
    return rows[0];
  };
  const say = async (who: Person, content: string): Promise<string> => {
    const client = await connectTo(rooms.url, who, groupId);
    const answer = await client.send(content);
    client.socket.disconnect();
    if (!('_id' in answer)) throw new Error(answer.detail);
    return answer._id;
  };
  return { ...rooms, creator, member, third, groupId, report, stored, say };
}

describe('POST /users/report', () => {
  it('RP-07, RP-09: accepts a report from a guest', async () => {
    const { report, third } = await startFixture();
    const { data } = await report(third, {});
    expect(data.message).toBe('User reported successfully');
    expect(data.report_id).not.toBe('');
  });

  it.each([
    ['RP-03', { reason: '   ' }, 400, 'Please provide a reason for reporting'],
    ['RP-04', { reason: ' too short ' }, 400, 'Reason must be at least 10 characters long'],
    ['SV-47', { reported_username: 'nobody.of.this.name' }, 404, 'User not found'],
  ])('%s: %j is refused', async (_id, body, status, detail) => {
    const { report, creator } = await startFixture();
    const answer = await report(creator, body);
    expect(answer.status).toBe(status);
    expect(answer.error.detail).toBe(detail);
  });

  it('RP-06: users cannot report themselves, in any case of the name', async () => {
    const { report, creator } = await startFixture();
    const answer = await report(creator, { reported_username: creator.username.toUpperCase() });
    expect(answer.error).toMatchObject({ code: 'cannot_report_self', detail: 'You cannot report yourself' });
  });

  it('a reason that is too long is a field error', async () => {
    const { report, creator } = await startFixture();
    expect((await report(creator, { reason: 'x'.repeat(1001) })).status).toBe(422);
  });

  it('SV-47, Q-37: keeps the messages around the reported one, even after its deletion', async () => {
    const { report, stored, say, creator, member, client } = await startFixture();
    await say(creator, 'hello there');
    const id = await say(member, 'something vile');
    await client('POST /groupchat/delete_messages', { body: { message_ids: [id] } }, member);
    const { data } = await report(creator, { message_id: id });
    const kept = (await stored(data.report_id))?.evidence;
    expect(kept?.map((entry) => entry.content)).toEqual(['hello there', 'something vile']);
    expect(kept?.at(-1)).toMatchObject({ sender: member.username, is_deleted: true });
  });

  it('SV-47: without a message id, keeps the messages of the user in shared rooms', async () => {
    const { report, stored, say, creator, member } = await startFixture();
    await say(creator, 'mine');
    await say(member, 'theirs');
    const { data } = await report(creator, {});
    expect((await stored(data.report_id))?.evidence.map((entry) => entry.content)).toEqual(['theirs']);
  });

  it('X-35: a whisper between others is never part of a report', async () => {
    const { report, stored, say, creator, member, third, groupId } = await startFixture();
    await say(member, 'for all');
    await say(member, `@${third.username} between us`);
    const { data } = await report(creator, { group_id: groupId });
    expect((await stored(data.report_id))?.evidence.map((entry) => entry.content)).toEqual(['for all']);
    const named = await report(third, { group_id: groupId });
    expect((await stored(named.data.report_id))?.evidence).toHaveLength(2);
  });

  it('R-14: a reporter without access to the room gets only messages of the reported user into a report', async () => {
    const { report, stored, say, creator, member, guest, groupId } = await startFixture();
    await say(creator, 'mine is nobody’s business');
    const id = await say(member, 'theirs');
    const outsider = await guest();
    for (const body of [{ group_id: groupId }, { message_id: id }]) {
      const { data } = await report(outsider, body);
      expect((await stored(data.report_id))?.evidence.map((entry) => entry.content)).toEqual(['theirs']);
    }
  });

  it('SV-47: a second report by the same reporter updates the open one', async () => {
    const { report, stored, say, creator, member } = await startFixture();
    const first = await say(member, 'one');
    const { data } = await report(creator, { message_id: first });
    const second = await say(member, 'two');
    const again = await Promise.all([
      report(creator, { message_id: second, reason: 'it goes on and on' }),
      report(creator, { message_id: second, reason: 'it goes on and on' }),
    ]);
    expect(again.map((answer) => answer.data.report_id)).toEqual([data.report_id, data.report_id]);
    const held = await stored(data.report_id);
    expect(held?.reason).toBe('it goes on and on');
    expect(held?.evidence.map((entry) => entry.content)).toEqual(['one', 'two']);
  });

  it.each([['0-0'], ['zz-99'], ['not an id'], ['zzzzzzzzzzzz-zzzzzzzzzzzz']])(
    'a report with the unknown message %j is accepted',
    async (messageId) => {
      const { report, creator } = await startFixture();
      expect((await report(creator, { message_id: messageId })).status).toBe(200);
    },
  );
});
