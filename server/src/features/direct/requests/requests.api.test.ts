import { describe, expect, it } from 'vitest';
import { linesOf } from '../../privacy/privacy.fixture.ts';
import { eventually } from '../direct.fixture.ts';
import { startRequests } from './requests.fixture.ts';

const NOT_FOUND = { status: 404, error: { code: 'request_not_found' } };

describe('MR-02: requests', () => {
  it('MR-02: stand apart from conversations and unread messages, with what the two have in common', async () => {
    const world = await startRequests();
    const { ann, bob, bobShell, annShell, write } = await world.twoStrangers();
    const { person, open, join, follow, requests, conversations, unread, client } = world;
    const [carol, dora] = [await person(), await person()];
    const both = await open(carol);
    for (const member of [ann, bob]) await join(member, both);
    await join(ann, await open(dora));
    for (const whom of [carol, dora]) await follow(ann, whom);
    await follow(bob, carol);
    await write('hello there');
    await write('are you bob?');
    const { requests: list, next_last_id: next } = await requests(bob);
    expect(next).toBeNull();
    expect(list).toMatchObject([
      {
        username: ann.username,
        unread_count: 2,
        latest_message: { content: 'are you bob?', sender: ann.username },
        mutual_groups: [{ group_id: both }],
        mutual_follows: [carol.username],
        mutual_follow_count: 1,
        account_created_at: expect.any(String),
      },
    ]);
    expect(await conversations(bob)).toEqual([]);
    expect((await conversations(ann)).map(({ username }) => username)).toEqual([bob.username]);
    expect(await unread(bob)).toEqual({ messages: [], total: 0, by_sender: {}, requests: 1, muted: 0 });
    await eventually(() =>
      expect(bobShell.all('unread_count').at(-1)).toEqual({ total: 0, by_sender: {}, requests: 1, muted: 0 }),
    );
    expect(bobShell.all('new_message')).toEqual([]);
    expect(bobShell.all('chat_request')).toEqual([{ username: ann.username }, { username: ann.username }]);
    expect(annShell.all('own_message')).toHaveLength(2);
    // Marking everything as read leaves requests alone; naming the sender reads one and accepts nothing.
    const mark = (sender?: string) => client('POST /chat/mark_read', { body: sender ? { sender } : {} }, bob);
    expect((await mark()).data.updated_count).toBe(0);
    expect((await unread(bob)).requests).toBe(1);
    expect((await mark(ann.username)).data.updated_count).toBe(2);
    expect((await unread(bob)).requests).toBe(0);
    expect((await requests(bob)).requests).toHaveLength(1);
    // In no search until it is accepted.
    const found = async () =>
      (await client('GET /search/messages', { query: { q: 'hello' } }, bob)).data.results.length;
    await eventually(async () => expect(await found()).toBe(0));
    expect((await world.accept(bob, ann)).data).toEqual({ message: 'Request accepted' });
    await eventually(async () => expect(await found()).toBe(1));
    expect((await requests(bob)).requests).toEqual([]);
    expect((await conversations(bob)).map(({ username }) => username)).toEqual([ann.username]);
    await eventually(() =>
      expect(bobShell.all('chat_request_closed')).toEqual([{ username: ann.username, accepted: true }]),
    );
    expect(await world.accept(bob, ann)).toMatchObject(NOT_FOUND);
    await write('thank you');
    await eventually(() => expect(bobShell.all('new_message')).toMatchObject([{ content: 'thank you' }]));
    expect((await unread(bob)).total).toBe(1);
  });

  it('MR-02: page by a cursor, the newest first, each person once', async () => {
    const { person, connectShell, requests, client } = await startRequests();
    const bob = await person();
    const names: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      const ann = await person();
      names.unshift(ann.username);
      await (await connectShell(ann)).say('hello', { recipient: bob.username });
    }
    const first = await requests(bob, { limit: '2' });
    const second = await requests(bob, { limit: '2', last_id: first.next_last_id ?? '' });
    const third = await requests(bob, { limit: '2', last_id: second.next_last_id ?? '' });
    const pages = [first, second, third].map((page) => page.requests.map(({ username }) => username));
    expect(pages).toEqual([names.slice(0, 2), names.slice(2, 4), names.slice(4)]);
    expect(third.next_last_id).toBeNull();
    expect(await client('GET /chat/requests', { query: { last_id: 'broken' } }, bob)).toMatchObject({
      status: 400,
      error: { code: 'invalid_parameters' },
    });
  });

  it('MR-02: a declined one is gone for 30 days with everything that follows; the sender sees no difference', async () => {
    const world = await startRequests();
    const { ann, bob, annShell, bobShell, write } = await world.twoStrangers();
    const { connectStranger, requests, conversations, unread, read, passDays, edit, deleteMessages } = world;
    await write('one');
    const bobChat = await connectStranger(bob, ann);
    expect((await world.decline(bob, ann)).data).toEqual({ message: 'Request declined' });
    await eventually(() =>
      expect(bobShell.all('chat_request_closed')).toEqual([{ username: ann.username, accepted: false }]),
    );
    // The row that the decline removed (HM-01) is reported on its own.
    await eventually(() =>
      expect(bobShell.all('inbox_changed')).toEqual([{ removed: { username: ann.username } }]),
    );
    expect(await world.decline(bob, ann)).toMatchObject(NOT_FOUND);
    const before = bobShell.received.length;
    const annChat = await connectStranger(ann, bob);
    const second = await write('two');
    expect(second).toMatch(/-2$/);
    await eventually(() =>
      expect(annChat.all('message')).toMatchObject([{ content: 'two', is_read: false }]),
    );
    expect(annShell.all('own_message').map(({ content }) => content)).toEqual(['one', 'two']);
    expect((await edit(ann, second, 'two!')).status).toBe(200);
    expect((await read(ann, bob)).data.messages.map(({ content }) => content)).toEqual(['one', 'two!']);
    await deleteMessages(ann, bob, [second]);
    expect((await read(bob, ann)).data).toMatchObject({ messages: [], is_request: false });
    expect((await requests(bob)).requests).toEqual([]);
    expect(await conversations(bob)).toEqual([]);
    expect(await unread(bob)).toEqual({ messages: [], total: 0, by_sender: {}, requests: 0, muted: 0 });
    expect(bobChat.all('message')).toEqual([]);
    const told = bobShell.received.slice(before).filter(({ event }) => event !== 'unread_count');
    // The deletion of 'two' may report once more that the row is gone.
    const other = told.filter(({ event }) => event !== 'message_deleted' && event !== 'chat_request_closed');
    for (const { event, payload } of other) {
      expect({ event, payload }).toEqual({
        event: 'inbox_changed',
        payload: { removed: { username: ann.username } },
      });
    }
    expect(JSON.stringify(told)).not.toContain(second);
    // After 30 days a text is a request again, and what was written meanwhile never appears.
    await passDays(bob, 31);
    await write('three');
    expect((await requests(bob)).requests).toMatchObject([{ latest_message: { content: 'three' } }]);
    expect((await read(bob, ann)).data.messages.map(({ content }) => content)).toEqual(['three']);
    expect(await write('four')).toBe('awaiting_answer');
  });

  it('MR-02: those of blocked, suspended and deleted people are gone', async () => {
    const world = await startRequests();
    const { person, connectShell, requests, unread, block, suspend, deleteAccount } = world;
    const bob = await person();
    const people = [await person(), await person(), await person(), await person()] as const;
    for (const one of people) await (await connectShell(one)).say('hello', { recipient: bob.username });
    expect((await unread(bob)).requests).toBe(4);
    const [blocked, suspended, deleted, left] = people;
    await block(bob, blocked);
    await suspend(suspended);
    expect((await deleteAccount(deleted)).status).toBe(200);
    expect((await requests(bob)).requests.map(({ username }) => username)).toEqual([left.username]);
    expect((await unread(bob)).requests).toBe(1);
    for (const gone of [blocked, suspended, deleted])
      expect(await world.accept(bob, gone)).toMatchObject(NOT_FOUND);
    expect(await world.decline(bob, bob)).toMatchObject(NOT_FOUND);
    expect(await world.decline(bob, { username: 'nobody-here' })).toMatchObject(NOT_FOUND);
  });

  it('MR-02: five people who decline within a week give the operators one hint about the sender', async () => {
    const world = await startRequests();
    const { person, connectShell, decline, client, admin, app } = world;
    const [spammer, boss] = [await person(), await admin()];
    const shell = await connectShell(spammer);
    const reports = async () => {
      await app.jobs.runPending();
      const query = { reported: spammer.username, status: 'open' } as const;
      return (await client('GET /admin/reports', { query }, boss)).data.reports;
    };
    for (let count = 1; count <= 6; count += 1) {
      const reader = await person();
      await shell.say('buy this', { recipient: reader.username });
      await decline(reader, spammer);
      if (count === 4) expect(await reports()).toEqual([]);
    }
    await eventually(async () =>
      expect(await reports()).toMatchObject([
        { reporter: null, reason: 'Found automatically: requests declined by 5 people within 7 days' },
      ]),
    );
  });

  it('MR-02, SV-104: the data copy has requests sent and received; the sender does not learn of a decline', async () => {
    const world = await startRequests();
    const { ann, bob, write } = await world.twoStrangers();
    await write('hello');
    await world.decline(bob, ann);
    const [ofAnn, ofBob] = [await world.copyOf(ann), await world.copyOf(bob)];
    expect(linesOf(ofAnn, 'requests_sent.jsonl')).toEqual([
      { to: bob.username, texts: 1, created_at: expect.any(String) },
    ]);
    expect(linesOf(ofBob, 'requests_received.jsonl')).toEqual([
      { from: ann.username, texts: 1, created_at: expect.any(String), declined_at: expect.any(String) },
    ]);
  });
});

describe('MR-03: who may write', () => {
  it('MR-03: nobody and known refuse as an unavailable user does, and leave chats and requests that are open', async () => {
    const world = await startRequests();
    const { ann, bob, annShell, write } = await world.twoStrangers();
    const { set, person, connectShell, follow, open, join, requests, textsOf, uploadPicture } = world;
    await write('one');
    await set(bob, 'nobody');
    expect(await write('two')).toMatch(/-2$/);
    const [eve, friend] = [await person(), await person()];
    await follow(bob, friend);
    const refused = { code: 'recipient_unavailable', detail: 'User is not accepting messages right now.' };
    const sendTo = async (someone: typeof eve, more = {}) =>
      (await connectShell(someone)).send('hello', { recipient: bob.username, ...more });
    for (const someone of [eve, friend]) expect(await sendTo(someone)).toMatchObject(refused);
    expect(await sendTo(eve, { image_id: await uploadPicture(eve) })).toMatchObject(refused);
    expect(await textsOf(eve, bob)).toBe(0);
    await set(bob, 'known');
    expect(await sendTo(eve)).toMatchObject(refused);
    expect(await sendTo(friend)).toHaveProperty('_id');
    const groupId = await open(bob);
    await join(eve, groupId);
    expect(await sendTo(eve)).toHaveProperty('_id');
    const { requests: list } = await requests(bob);
    expect(list.map(({ username }) => username)).toEqual([eve.username, ann.username]);
    // An answered chat goes on, whatever the setting.
    await set(bob, 'nobody');
    await world.accept(bob, ann);
    for (const content of ['three', 'four', 'five']) expect(await write(content)).toMatch(/-\d$/);
    expect(await annShell.refusal('x', { recipient: eve.username })).toBeUndefined();
  });

  it('MR-03: guests have the setting too; whispers are not concerned; others are refused with 422', async () => {
    const { guest, person, set, client, connectShell, open, join, connect } = await startRequests();
    const [visitor, ann] = [await guest(), await person()];
    const settings = async () => (await client('GET /users/settings', {}, visitor)).data.who_may_write;
    expect(await settings()).toBe('everyone');
    expect((await set(visitor, 'nobody')).data.who_may_write).toBe('nobody');
    expect(await settings()).toBe('nobody');
    const body = { who_may_write: 'friends' } as never;
    expect((await client('PATCH /users/settings', { body }, visitor)).status).toBe(422);
    const shell = await connectShell(ann);
    expect(await shell.refusal('hello', { recipient: visitor.username })).toBe('recipient_unavailable');
    const groupId = await open(ann);
    await join(visitor, groupId);
    expect(await (await connect(ann, groupId)).send(`@${visitor.username} hello`)).toHaveProperty('_id');
  });
});

it('MR-04: messages of requests say what to be careful with, for as long as they are requests', async () => {
  const world = await startRequests();
  const { ann, bob, write } = await world.twoStrangers();
  const { read, requests, connectStranger, edit, client } = world;
  const bobChat = await connectStranger(bob, ann);
  const id = await write('add me on WhatsApp: +91 98765 43210, https://example.org');
  await write('how are you?');
  const cautions = async () =>
    (await read(bob, ann)).data.messages.map(({ caution }) => caution?.join() ?? null);
  expect(await cautions()).toEqual(['phone,messenger,link', null]);
  await eventually(() => expect(bobChat.all('message')[0]?.caution).toEqual(['phone', 'messenger', 'link']));
  expect((await requests(bob)).requests[0]?.latest_message.caution).toBeNull();
  await edit(ann, id, 'pay riya@ybl');
  expect(await cautions()).toEqual(['payment', null]);
  expect((await client('GET /chat/messages/:id', { params: { id } }, bob)).data.caution).toEqual(['payment']);
  await world.accept(bob, ann);
  expect(await cautions()).toEqual([null, null]);
});
