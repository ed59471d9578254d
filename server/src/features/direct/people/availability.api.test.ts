import { ACTIVE_DOT_MS } from '@adda/contract/directory';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../direct.fixture.ts';
import { startLists } from '../lists.fixture.ts';

describe('availability', () => {
  it('SE-18, SV-19, X-17: returns the new setting, and the account shows it', async () => {
    const { person, switchAvailability, client } = await startLists();
    const someone = await person();
    const isAvailable = async () => (await client('GET /users/me', {}, someone)).data.is_available;
    const off = await switchAvailability(someone, false);
    expect(off.data).toEqual({ message: 'Sms disabled.', is_available: false });
    expect(await isAvailable()).toBe(false);
    const on = await switchAvailability(someone, true);
    expect(on.data).toEqual({ message: 'Sms enabled.', is_available: true });
    expect(await isAvailable()).toBe(true);
  });

  it('SE-16, ER-03: refuses the current setting (X-48)', async () => {
    const { person, switchAvailability } = await startLists();
    const { status, error } = await switchAvailability(await person(), true);
    expect([status, error.code, error.detail]).toEqual([
      400,
      'availability_unchanged',
      'No changes made or user not found',
    ]);
  });

  it('SE-15, AU-32, AU-33: refuses guests (X-18)', async () => {
    const { guest, switchAvailability } = await startLists();
    const { status, error } = await switchAvailability(await guest(), false);
    expect([status, error.code, error.detail]).toEqual([
      403,
      'guests_cannot_update_settings',
      'Guest users cannot update settings',
    ]);
  });

  it('X-19, X-20: an unavailable user is shown with a last activity that no longer counts as online', async () => {
    const { person, switchAvailability, statusOf, connectShell } = await startLists();
    const [viewer, someone] = [await person(), await person()];
    await connectShell(someone);
    await expect.poll(async () => (await statusOf(viewer, someone)).data.is_online).toBe(true);
    await switchAvailability(someone, false);
    const { data } = await statusOf(viewer, someone);
    expect(data.is_online).toBe(false);
    expect(Date.now() - Date.parse(data.last_active ?? '')).toBeGreaterThanOrEqual(ACTIVE_DOT_MS);
    expect((await statusOf(viewer, someone)).data).toEqual(data);
  });

  it('SE-05: informs the other tabs of the user, and no other user', async () => {
    const { person, switchAvailability, connectShell } = await startLists();
    const [someone, other] = [await person(), await person()];
    const [tab, stranger] = [await connectShell(someone), await connectShell(other)];
    await switchAvailability(someone, false);
    await eventually(() => expect(tab.all('availability')).toEqual([{ is_available: false }]));
    expect(stranger.all('availability')).toEqual([]);
  });
});

describe('presence', () => {
  it('PC-44, PC-18: is shown by the status, from any open socket', async () => {
    const { person, statusOf, connectShell } = await startLists();
    const [viewer, someone] = [await person(), await person()];
    expect((await statusOf(viewer, someone)).data.is_online).toBe(false);
    const shell = await connectShell(someone);
    await expect.poll(async () => (await statusOf(viewer, someone)).data.is_online).toBe(true);
    shell.socket.disconnect();
    await expect.poll(async () => (await statusOf(viewer, someone)).data.is_online).toBe(false);
    expect((await statusOf(viewer, someone)).data.last_active).toMatch(/Z$/);
  });

  it('CL-03, PC-51: who is connected was active now, although nothing is written meanwhile', async () => {
    const { person, statusOf, connectShell, conversations, say, database } = await startLists();
    const [viewer, someone] = [await person(), await person()];
    await say(someone, viewer);
    const shell = await connectShell(someone);
    await expect.poll(async () => (await statusOf(viewer, someone)).data.is_online).toBe(true);
    await sql`
      UPDATE users SET last_active_at = '2026-01-01' WHERE username = ${someone.username}`.execute(
      database.db,
    );
    const ago = (text: string | null | undefined) => Math.abs(Date.now() - Date.parse(text ?? ''));
    expect(ago((await statusOf(viewer, someone)).data.last_active)).toBeLessThan(10_000);
    const { data } = await conversations(viewer);
    expect(ago(data.conversations[0]?.last_active)).toBeLessThan(10_000);
    await sql`
      UPDATE users SET is_available = false WHERE username = ${someone.username}`.execute(database.db);
    expect((await statusOf(viewer, someone)).data.last_active).toBe('2026-01-01T00:00:00.000Z');
    shell.socket.disconnect();
  });

  it('SV-23: writing in a room and in a private chat are activity', async () => {
    const { twoPeople, person, open, join, connect, connectChat, database } = await startLists();
    const { ann, bob } = await twoPeople();
    const idle = await person();
    const groupId = await open(ann);
    await join(idle, groupId);
    const room = await connect(ann, groupId);
    const chat = await connectChat(bob, ann);
    await connect(idle, groupId);
    const names = [ann, bob, idle].map(({ username }) => username);
    await expect
      .poll(async () => {
        const { rows } = await sql`
          SELECT FROM users JOIN presence ON presence.user_id = users.id
          WHERE username = ANY (${names})`.execute(database.db);
        return rows.length;
      })
      .toBe(3);
    await sql`UPDATE users SET last_active_at = '2026-01-01' WHERE username = ANY (${names})`.execute(
      database.db,
    );
    await room.send('hello room');
    await chat.say('hello chat');
    const active = async () => {
      const { rows } = await sql<{ username: string }>`
        SELECT username FROM users WHERE username = ANY (${names}) AND last_active_at > '2026-01-01'`.execute(
        database.db,
      );
      return rows.map(({ username }) => username);
    };
    await vi.waitFor(async () => expect(await active()).toHaveLength(2), { timeout: 20_000 });
    expect(await active()).toEqual(expect.arrayContaining([ann.username, bob.username]));
  });

  it('SV-21: is hidden between blocked users, in both directions', async () => {
    const { person, statusOf, connectShell, block } = await startLists();
    const [ann, bob] = [await person(), await person()];
    await connectShell(ann);
    await connectShell(bob);
    await expect.poll(async () => (await statusOf(ann, bob)).data.is_online).toBe(true);
    await block(ann, bob);
    const nothing = { is_online: false, last_active: null };
    expect((await statusOf(ann, bob)).data).toEqual(nothing);
    expect((await statusOf(bob, ann)).data).toEqual(nothing);
  });

  it('PC-45, SV-22: a user exists, does not exist, or was deleted', async () => {
    const { person, client, suspend, statusOf } = await startLists();
    const [viewer, someone] = [await person(), await person()];
    const exists = async (username: string) => {
      const answer = await client('GET /chat/users/:username/exists', { params: { username } }, viewer);
      return answer.data.exists;
    };
    expect(await exists(someone.username.toUpperCase())).toBe(true);
    expect(await exists('nobody-of-this-name')).toBe(false);
    await suspend(someone);
    expect(await exists(someone.username)).toBe(false);
    const { status, error } = await statusOf(viewer, someone);
    expect([status, error.code]).toEqual([404, 'user_not_found']);
  });

  it('X-19, SV-19: an unavailable user is offline for rooms and open chats, without further changes', async () => {
    const { person, connectShell, connectChat, connect, open, join, switchAvailability, statusOf } =
      await startLists();
    const [viewer, someone] = [await person(), await person()];
    const groupId = await open(viewer);
    await join(someone, groupId);
    const first = await connectShell(someone);
    await expect.poll(async () => (await statusOf(viewer, someone)).data.is_online).toBe(true);
    const [room, chat] = [await connect(viewer, groupId), await connectChat(viewer, someone)];
    const inRoom = () =>
      room.received.flatMap(({ event, payload }) =>
        event === 'user_status' && JSON.stringify(payload).includes(someone.username) ? [payload] : [],
      );
    await switchAvailability(someone, false);
    const { data } = await statusOf(viewer, someone);
    expect(data.is_online).toBe(false);
    // The online event may still be in transit to users who connected right afterwards.
    const offline = { username: someone.username, is_online: false, last_active: data.last_active };
    await eventually(() => expect(chat.all('user_status').at(-1)).toEqual(offline));
    await eventually(() => expect(inRoom().at(-1)).toEqual(offline));
    first.socket.disconnect();
    await connectShell(someone);
    await switchAvailability(someone, true);
    const online = { username: someone.username, is_online: true, last_active: expect.stringMatching(/Z$/) };
    await eventually(() => expect(chat.all('user_status').slice(-2)).toEqual([offline, online]));
    await eventually(() => expect(inRoom().slice(-2)).toEqual([offline, online]));
    expect((await statusOf(viewer, someone)).data.is_online).toBe(true);
  });

  it('X-19: becoming available publishes nothing about a user who is not connected', async () => {
    const { person, connectChat, switchAvailability, connectShell } = await startLists();
    const [viewer, someone] = [await person(), await person()];
    const chat = await connectChat(viewer, someone);
    await switchAvailability(someone, false);
    await switchAvailability(someone, true);
    await connectShell(someone);
    await eventually(() => expect(chat.all('user_status')).toHaveLength(1));
    expect(chat.all('user_status')[0]).toMatchObject({ is_online: true });
  });
});
