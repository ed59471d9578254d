import type { Group } from '@adda/contract/rooms';
import { sql } from 'kysely';
import { startTestApp } from '../test/app.fixture.ts';
import { personName } from './community.ts';
import { fill, SEED_PASSWORD, type Amounts } from './fill.ts';
import { gatherAudience } from './gather-audience.ts';
import { createPictureSource } from './picture-source.ts';
import type { Person } from './talk.ts';

/** How many of the first users own rooms. */
const OWNERS = 12;

/** Starts the application with seeded users and rooms; `fillAgain` is a second run. */
export async function startFilled(amounts: Amounts) {
  const test = await startTestApp({}, { outbound: createPictureSource() });
  const { client, url } = test;

  async function fillAgain(): Promise<void> {
    const people = await fill(url, client, amounts, () => undefined);
    // Whom the first user follows is no stranger.
    await gatherAudience(test, people, []);
  }

  async function enter(n: number): Promise<Person> {
    const body = { username: personName(n), password: SEED_PASSWORD };
    const { data } = await client('POST /auth/login', { body });
    return { username: personName(n), token: data.access_token };
  }

  /** Returns the rooms that a user sees. */
  const roomsOf = async (person: Person): Promise<Group[]> =>
    (await client('GET /groupchat/groups', { query: {} }, person)).data.groups;

  /** Returns a room that the user sees. */
  async function roomOf(person: Person, wanted: string): Promise<Group> {
    const room = (await roomsOf(person)).find(({ name }) => name === wanted);
    if (!room) throw new Error(`${person.username} does not see the room ${wanted}.`);
    return room;
  }

  /** Returns what moderators see of a room. */
  async function behind(person: Person, { group_id: id }: Group) {
    const parts = { params: { id } };
    const log = await client('GET /groupchat/groups/:id/log', { ...parts, query: {} }, person);
    const pins = await client('GET /groupchat/groups/:id/pins', parts, person);
    const invites = await client('GET /groupchat/groups/:id/invites', parts, person);
    return { log: log.data.entries, pins: pins.data.pins, invites: invites.data.invites };
  }

  /** Returns the private chats and lists of a user. */
  async function listsOf(person: Person) {
    const conversations = await client('GET /messages/conversations', { query: {} }, person);
    const requests = await client('GET /chat/requests', { query: {} }, person);
    const unread = await client('GET /chat/unread', {}, person);
    const mutes = await client('GET /conversations/mutes', {}, person);
    const reports = await client('GET /users/me/reports', { query: {} }, person);
    const notifications = await client('GET /notifications', { query: {} }, person);
    return {
      conversations: conversations.data.conversations,
      requests: requests.data.requests,
      unread: unread.data,
      mutes: mutes.data.mutes,
      reports: reports.data.reports,
      notifications: notifications.data.notifications,
    };
  }

  /** Returns the queue of reports as an administrator sees it; the user is one meanwhile. */
  async function queueOf(person: Person) {
    const setRole = (role: string) =>
      sql`UPDATE users SET role = ${role} WHERE username = ${person.username}`.execute(test.app.database.db);
    await setRole('admin');
    try {
      return (await client('GET /admin/reports', { query: {} }, person)).data.reports;
    } finally {
      await setRole('user');
    }
  }

  /** Returns what a second run could change, without what depends on the time of the request. */
  async function snapshot() {
    const host = await enter(0);
    const { conversations, requests, unread, mutes, reports, notifications } = await listsOf(host);
    const rooms = [];
    for (let n = 0; n < Math.min(amounts.users, OWNERS); n += 1) {
      const person = await enter(n);
      for (const room of await roomsOf(person)) {
        if (room.creator !== person.username) continue;
        const { name, picture, slow_mode_s: slowMode, visibility, member_count: members } = room;
        const { log, pins, invites } = await behind(person, room);
        const pinned = pins.map(({ message, pinned_at: at }) => [message._id, at]);
        rooms.push({ name, picture, slowMode, visibility, members, by: n, log, pinned, invites });
      }
    }
    const latest = (chats: typeof conversations) =>
      chats.map(({ username, latest_message: message }) => [username, message._id]);
    const { total, requests: asking, muted } = unread;
    const queue = (await queueOf(host)).map(({ report_id: id }) => id);
    const chats = { conversations: latest(conversations), requests: latest(requests), total, asking, muted };
    return { rooms, chats, mutes, reports, notifications, queue };
  }

  await fillAgain();
  return { ...test, fillAgain, enter, roomOf, roomsOf, behind, listsOf, queueOf, snapshot };
}
