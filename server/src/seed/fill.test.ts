import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAST } from './cast.ts';
import { personName } from './community.ts';
import { startFilled } from './seed.fixture.ts';

const AMOUNTS = { users: 40, rooms: 9, messages: 135 };
/** Fewer users than rooms: some rooms have no creator of their own number. */
const FEW = { users: 5, rooms: 9, messages: 135 };
const PATIENCE_MS = 240_000;
const FIRST = 0;

const ROOFTOP = 'Rooftop Nights';
const CHAI = 'Chai & Complaints';
const SLOW = 'Cricket Live';
const PRIVATE = 'Sketch Club';

let seeded: Awaited<ReturnType<typeof startFilled>>;
beforeAll(async () => {
  seeded = await startFilled(AMOUNTS);
}, PATIENCE_MS);
afterAll(() => seeded.stop());

/** Returns the index of a user. */
const indexOf = (username: string): number =>
  Array.from({ length: AMOUNTS.users }, (_, n) => personName(n)).indexOf(username);

describe('rooms of the seed', () => {
  it('GR-01: some have a picture; one is private, exists once and only for its members', async () => {
    const host = await seeded.enter(FIRST);
    const rooms = await seeded.roomsOf(host);
    expect(rooms.filter(({ picture }) => picture !== null).length).toBeGreaterThanOrEqual(3);
    const { picture } = await seeded.roomOf(host, ROOFTOP);
    const file = await fetch(`${seeded.url}${picture}`);
    expect(file.headers.get('content-type')).toMatch(/^image\//);
    expect(rooms.filter(({ name }) => name === PRIVATE)).toEqual([]);
    expect((await seeded.roomOf(await seeded.enter(4), PRIVATE)).visibility).toBe('private');
  });

  it('GR-03: one has slow mode; a member of another has a timeout', async () => {
    const rooms = await seeded.roomsOf(await seeded.enter(FIRST));
    expect(rooms.filter((room) => room.slow_mode_s > 0).map(({ name }) => name)).toEqual([SLOW]);
    const { timeout_until: until } = await seeded.roomOf(await seeded.enter(CAST.spoiler), ROOFTOP);
    expect(until).not.toBeNull();
  });

  it('GR-04: some have pinned messages; the house rules are at the top', async () => {
    const host = await seeded.enter(FIRST);
    const { pins } = await seeded.behind(host, await seeded.roomOf(host, ROOFTOP));
    expect(pins).toHaveLength(3);
    expect(pins[0]?.message.content).toMatch(/^House rules/);
    const creator = await seeded.enter(1);
    expect((await seeded.behind(creator, await seeded.roomOf(creator, CHAI))).pins).toHaveLength(2);
  });

  it('GR-05: one was handed over to another member', async () => {
    const [host, owner] = [await seeded.enter(FIRST), await seeded.enter(3)];
    const room = await seeded.roomOf(host, SLOW);
    expect(room).toMatchObject({ creator: owner.username, is_member: true, permissions: [] });
    const { log } = await seeded.behind(owner, room);
    expect(log.filter(({ kind }) => kind === 'transfer')).toMatchObject([
      { by: host.username, username: owner.username },
    ]);
  });

  it('GR-06: the log has a kick, a ban and a timeout with reasons', async () => {
    const host = await seeded.enter(FIRST);
    const { log } = await seeded.behind(host, await seeded.roomOf(host, ROOFTOP));
    for (const kind of ['kick', 'ban', 'timeout']) {
      const entries = log.filter((entry) => entry.kind === kind);
      expect(entries, kind).toMatchObject([{ by: host.username, reason: expect.stringMatching(/.{10}/) }]);
    }
    expect(log.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['grant', 'settings', 'pin']));
  });

  it('GR-02: one has two open invitations, and the first user is invited to the private one', async () => {
    const host = await seeded.enter(FIRST);
    const { invites } = await seeded.behind(host, await seeded.roomOf(host, ROOFTOP));
    expect(invites.map(({ max_uses: most, username }) => [most, username])).toEqual([
      [null, null],
      [25, null],
    ]);
    const friend = await seeded.enter(4);
    const room = await seeded.roomOf(friend, PRIVATE);
    const { notifications } = await seeded.listsOf(host);
    expect(notifications).toMatchObject([
      { kind: 'invite', about: friend.username, group_id: room.group_id, invite_code: expect.any(String) },
    ]);
    const params = { code: notifications[0]?.invite_code ?? '' };
    const { data: invited } = await seeded.client('GET /invites/:code', { params });
    expect(invited.name).toBe(PRIVATE);
  });
});

describe('strangers and reports of the seed', () => {
  it('GR-07: the first user has muted a room and a private chat with an unread message', async () => {
    const host = await seeded.enter(FIRST);
    const { mutes, unread, conversations } = await seeded.listsOf(host);
    const friend = personName(4);
    const muted = (await seeded.roomOf(host, SLOW)).group_id;
    expect(mutes).toHaveLength(2);
    expect(mutes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ group_id: muted, is_muted: true, muted_until: null }),
        expect.objectContaining({ recipient: friend, is_muted: true, muted_until: null }),
      ]),
    );
    expect(conversations.find(({ username }) => username === friend)).toMatchObject({ unread_count: 1 });
    expect(unread.muted).toBeGreaterThanOrEqual(1);
  });

  it('MR-02, MR-04: three strangers wait, politely, with a telephone number and with a link', async () => {
    const host = await seeded.enter(FIRST);
    const { requests, unread } = await seeded.listsOf(host);
    const {
      [CAST.polite]: polite,
      [CAST.pushy]: pushy,
      [CAST.seller]: seller,
    } = Object.fromEntries(requests.map((request) => [indexOf(request.username), request]));
    expect(requests).toHaveLength(3);
    expect(unread.requests).toBe(3);
    expect(polite).toMatchObject({ unread_count: 1, latest_message: { caution: null } });
    expect(polite?.mutual_groups.map(({ name }) => name)).toEqual([ROOFTOP]);
    expect(polite?.mutual_follow_count).toBeGreaterThan(0);
    expect(pushy).toMatchObject({ unread_count: 3, latest_message: { caution: ['phone', 'messenger'] } });
    expect(seller).toMatchObject({ unread_count: 1, latest_message: { caution: ['link'] } });
  });

  it('MR-01: the first user has answered one request, and waits for the answer to their own', async () => {
    const host = await seeded.enter(FIRST);
    const { conversations } = await seeded.listsOf(host);
    const others = conversations.filter(({ username }) => indexOf(username) > 12);
    expect(others.map(({ username }) => indexOf(username)).toSorted()).toEqual([CAST.accepted, CAST.silent]);
    expect(others.every(({ unread_count: count }) => count === 0)).toBe(true);
    const query = { recipient: personName(CAST.accepted) };
    const { data: answered } = await seeded.client('GET /chat/messages', { query }, host);
    expect(answered.messages.map(({ sender }) => sender)).toEqual([query.recipient, host.username]);
    const silent = await seeded.enter(CAST.silent);
    const { data: asked } = await seeded.client('GET /chat/requests', { query: {} }, silent);
    expect(asked.requests.map(({ username }) => username)).toEqual([host.username]);
  });

  it('MR-03: one user is open to those they know, one to nobody', async () => {
    const choiceOf = async (n: number) =>
      (await seeded.client('GET /users/settings', {}, await seeded.enter(n))).data.who_may_write;
    const choices = [await choiceOf(FIRST), await choiceOf(CAST.knownOnly), await choiceOf(CAST.closed)];
    expect(choices).toEqual(['everyone', 'known', 'nobody']);
  });

  it('MR-05, MR-06: the first user has made two reports; the one of a threat is at the top of the queue', async () => {
    const host = await seeded.enter(FIRST);
    const { reports } = await seeded.listsOf(host);
    expect(reports.map(({ about, state }) => [about, state])).toEqual([
      [personName(CAST.spoiler), 'received'],
      [personName(CAST.pushy), 'received'],
    ]);
    const hidden = await seeded.client('GET /users/me/hiding', {}, host);
    expect(hidden.data.hidden_until).toBeNull();
    const queue = await seeded.queueOf(await seeded.enter(1));
    expect(queue.map(({ category, is_threatened: isThreatened }) => [category, isThreatened])).toEqual([
      ['threat', true],
      ['scam', false],
      ['other', false],
    ]);
    expect(queue[0]?.evidence.messages).toHaveLength(2);
    expect(queue[0]?.reporter?.username).toBe(personName(CAST.threatened));
  });
});

it(
  'GR-01 to MR-06: a second run changes nothing',
  async () => {
    const before = await seeded.snapshot();
    await seeded.fillAgain();
    expect(await seeded.snapshot()).toEqual(before);
  },
  PATIENCE_MS,
);

it(
  'GR-01 to MR-06: five users get what is possible, once',
  async () => {
    const few = await startFilled(FEW);
    try {
      const before = await few.snapshot();
      expect(before.rooms.map(({ name }) => name)).toEqual(expect.arrayContaining([ROOFTOP, SLOW, PRIVATE]));
      expect(before.chats).toMatchObject({ requests: [], asking: 0 });
      expect(before.notifications).toMatchObject([{ kind: 'invite' }]);
      expect(before.reports).toEqual([]);
      await few.fillAgain();
      expect(await few.snapshot()).toEqual(before);
    } finally {
      await few.stop();
    }
  },
  PATIENCE_MS,
);
