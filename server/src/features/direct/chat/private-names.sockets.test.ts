import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PASSWORD, registration } from '../../accounts/accounts.fixture.ts';
import { eventually, type Person } from '../direct.fixture.ts';
import { startLists } from '../lists.fixture.ts';

/** Creates a reader, and a guest who has written to the reader and can become permanent. */
async function startNames() {
  const lists = await startLists();
  const [reader, visitor] = [await lists.person(), await lists.guest()];
  const shell = await lists.connectShell(reader);
  await lists.say(visitor, reader, 'hello');

  /** Makes the guest permanent; returns the new name. */
  async function upgrade(): Promise<Person> {
    const { username, email, password } = registration();
    const body = { username, email, password };
    const { status, data } = await lists.client('POST /auth/upgrade', { body }, visitor);
    expect(status).toBe(200);
    return { username, token: data.access_token };
  }
  const newest = () => shell.all('unread_count').at(-1);
  return { ...lists, reader, visitor, shell, upgrade, newest };
}

describe('renaming a user', () => {
  it('SV-04: is sent to the shells of users who chatted with them, and unread messages are listed under the new name', async () => {
    const { reader, visitor, shell, upgrade, newest, person, connectShell, markRead, unread } =
      await startNames();
    const stranger = await connectShell(await person());
    await eventually(() => expect(newest()?.by_sender).toEqual({ [visitor.username]: 1 }));
    const renamed = await upgrade();
    const event = { old_username: visitor.username, username: renamed.username, is_guest: false };
    await eventually(() => expect(shell.all('user_renamed')).toEqual([event]));
    await eventually(() => expect(newest()?.by_sender).toEqual({ [renamed.username]: 1 }));
    expect(stranger.all('user_renamed')).toEqual([]);
    expect((await markRead(reader, visitor)).error.code).toBe('user_not_found');
    expect((await unread(reader)).by_sender).toEqual({ [renamed.username]: 1 });
    expect((await markRead(reader, renamed)).data.updated_count).toBe(1);
  });

  it('SV-13: also happens when an account is deleted', async () => {
    const { reader, person, say, shell, client, idOf, newest } = await startNames();
    const leaver = await person();
    await say(leaver, reader, 'so long');
    const username = `deleted-${await idOf(leaver)}`;
    await client('DELETE /users/me', { body: { password: PASSWORD } }, leaver);
    const event = { old_username: leaver.username, username, is_guest: false };
    await eventually(() => expect(shell.all('user_renamed')).toEqual([event]));
    await eventually(() => expect(newest()?.by_sender).toMatchObject({ [username]: 1 }));
  });

  it('SV-04: is not sent to blocked users', async () => {
    const { reader, visitor, shell, upgrade, block, person, say, connectShell } = await startNames();
    const friend = await person();
    const friendShell = await connectShell(friend);
    await say(friend, visitor, 'hello');
    await block(reader, visitor);
    await upgrade();
    await eventually(() => expect(friendShell.all('user_renamed')).toHaveLength(1));
    expect(shell.all('user_renamed')).toEqual([]);
  });

  it('SV-13: deleting an account deletes its blocks, and the conversation reappears under the name of a deleted account', async () => {
    const { reader, person, say, client, block, conversations, idOf, database } = await startNames();
    const [leaver, other] = [await person(), await person()];
    for (const peer of [leaver, other]) {
      await say(reader, peer);
      await block(reader, peer);
    }
    await block(leaver, reader);
    const [leaverId, otherId] = [await idOf(leaver), await idOf(other)];
    await client('DELETE /users/me', { body: { password: PASSWORD } }, leaver);
    const { data } = await conversations(reader);
    expect(data.conversations.map((entry) => entry.username)).toContain(`deleted-${leaverId}`);
    expect(data.conversations.map((entry) => entry.username)).not.toContain(other.username);
    const { rows } = await sql<{ blocked_id: number }>`
      SELECT blocked_id FROM blocks WHERE ${await idOf(reader)} IN (blocker_id, blocked_id)`.execute(
      database.db,
    );
    expect(rows).toEqual([{ blocked_id: otherId }]);
  });

  it('SV-04: an open chat continues under the old name and under the new one', async () => {
    const { reader, visitor, upgrade, connectChat, person } = await startNames();
    const chat = await connectChat(reader, visitor);
    const renamed = await upgrade();
    const theirs = await connectChat(renamed, reader);
    const stranger = await person();
    for (const recipient of [visitor.username, renamed.username, visitor.username])
      await chat.say('still you', { recipient });
    await eventually(() => expect(theirs.all('message')).toHaveLength(3));
    expect(await chat.refusal('you?', { recipient: stranger.username })).toBe('invalid_message');
  });

  it.each(['old', 'new'])('SV-04: typing is sent under the %s name', async (which) => {
    const { reader, visitor, upgrade, connectChat } = await startNames();
    const chat = await connectChat(reader, visitor);
    const renamed = await upgrade();
    const theirs = await connectChat(renamed, reader);
    const { username: recipient } = which === 'old' ? visitor : renamed;
    chat.socket.emit('typing_start', { recipient });
    await eventually(() => expect(theirs.all('typing_start')).toEqual([{ username: reader.username }]));
  });
});

it('X-19: typing of a user who is not available is not sent', async () => {
  const { openChat, switchAvailability, connectChat } = await startLists();
  const { ann, bob, annChat, bobChat } = await openChat();
  const type = (chat = annChat) => chat.socket.emit('typing_start', { recipient: bob.username });
  await switchAvailability(ann, false);
  type();
  await annChat.say('words');
  const later = await connectChat(ann, bob);
  type(later);
  await later.say('more words');
  annChat.socket.emit('typing_stop', { recipient: bob.username });
  await annChat.say('the last words');
  await eventually(() => expect(bobChat.all('message')).toHaveLength(3));
  expect([bobChat.all('typing_start'), bobChat.all('typing_stop')]).toEqual([[], []]);
  await switchAvailability(ann, true);
  type();
  await eventually(() => expect(bobChat.all('typing_start')).toEqual([{ username: ann.username }]));
});
