import type { InboxChanged } from '@adda/contract/inbox';
import { expect, it } from 'vitest';
import { registration } from '../accounts/accounts.fixture.ts';
import type { Person } from '../direct/direct.fixture.ts';
import { keyOf, startInbox } from './inbox.fixture.ts';

const nameOf = (changed: InboxChanged): string =>
  'item' in changed ? keyOf(changed.item) : Object.values(changed.removed).join('');

/** Starts the application with main screens that list what changed in the inbox of their user. */
async function startShells() {
  const fixture = await startInbox();
  const shellOf = async (someone: Person) => {
    const shell = await fixture.connectShell(someone);
    const changes = () => shell.all('inbox_changed');
    return {
      ...shell,
      changes,
      /** Waits until the newest change of a row matches. */
      newest: (name: string, expected: object) =>
        expect.poll(() => changes().findLast((changed) => nameOf(changed) === name)).toMatchObject(expected),
    };
  };
  return { ...fixture, shellOf };
}

it('HM-01: a message of a room reaches the main screens of its members, with what each of them sees', async () => {
  const { person, open, join, shellOf, write, row } = await startShells();
  const [ann, bob, eve] = [await person(), await person(), await person()];
  const groupId = await open(bob);
  for (const one of [ann, eve]) await join(one, groupId);
  const [annShell, eveShell, stranger] = [
    await shellOf(ann),
    await shellOf(eve),
    await shellOf(await person()),
  ];
  await write(bob, groupId, 'hello', `and you, @${ann.username}`);
  await annShell.newest(groupId, { item: { unread_count: 2, mention_count: 1 } });
  await eveShell.newest(groupId, {
    item: { unread_count: 2, mention_count: 0, latest_message: { mentions: [ann.username] } },
  });
  const newest = annShell.changes().findLast((changed) => nameOf(changed) === groupId);
  expect(newest).toEqual({ item: await row(ann, groupId) });
  expect(stranger.changes()).toEqual([]);
});

it('HM-01: the first change is sent at once, the following ones of a second as one, with the state at sending', async () => {
  const { person, open, join, shellOf, write } = await startShells();
  const [ann, bob] = [await person(), await person()];
  const groupId = await open(bob);
  await join(ann, groupId);
  const shell = await shellOf(ann);
  const texts = Array.from({ length: 30 }, (_, n) => `${n}`);
  const startedAt = performance.now();
  await write(bob, groupId, ...texts);
  await shell.newest(groupId, { item: { unread_count: 30 } });
  const seconds = Math.ceil((performance.now() - startedAt) / 1000);
  const sent = shell.changes().length;
  expect(sent).toBeGreaterThan(1);
  expect(sent).toBeLessThanOrEqual(seconds + 1);
});

it('HM-01, HM-02: own reads, drafts and mutes reach the other devices', async () => {
  const { person, open, join, shellOf, write, readUpTo, client } = await startShells();
  const [ann, bob] = [await person(), await person()];
  const groupId = await open(bob);
  await join(ann, groupId);
  const [sequence = 0] = await write(bob, groupId, 'hello');
  const shell = await shellOf(ann);
  await client('PUT /drafts', { body: { group_id: groupId, text: 'hey' } }, ann);
  await shell.newest(groupId, { item: { unread_count: 1, draft: { text: 'hey' } } });
  await client('POST /conversations/mute', { body: { group_id: groupId } }, ann);
  await shell.newest(groupId, { item: { is_muted: true } });
  await readUpTo(ann, { group_id: groupId }, sequence);
  await shell.newest(groupId, { item: { unread_count: 0, is_muted: true } });
  await client('PUT /drafts', { body: { recipient: bob.username, text: 'not met' } }, ann);
  await shell.newest(bob.username, { item: { latest_message: null, draft: { text: 'not met' } } });
  await client('PUT /drafts', { body: { recipient: bob.username, text: '' } }, ann);
  await shell.newest(bob.username, { removed: { username: bob.username } });
});

it('HM-01: who joins gets the row, and who leaves, is kicked, or whose room is deleted loses it', async () => {
  const { person, open, join, leave, kick, deleteGroup, shellOf } = await startShells();
  const [ann, bob] = [await person(), await person()];
  const groupId = await open(bob);
  const [annShell, bobShell] = [await shellOf(ann), await shellOf(bob)];
  const gone = { removed: { group_id: groupId } };
  await join(ann, groupId);
  await annShell.newest(groupId, { item: { latest_message: null, unread_count: 0 } });
  await leave(ann, groupId);
  await annShell.newest(groupId, gone);
  await join(ann, groupId);
  await annShell.newest(groupId, { item: { group_id: groupId } });
  await kick(bob, groupId, ann);
  await annShell.newest(groupId, gone);
  await deleteGroup(bob, groupId);
  await bobShell.newest(groupId, gone);
});

it('HM-01: a private message moves the row of both; reading, deleting and a block change it', async () => {
  const { twoPeople, shellOf, say, readUpTo, deleteMessages, block, unblock, connectChat } =
    await startShells();
  const { ann, bob } = await twoPeople();
  const [annShell, bobShell] = [await shellOf(ann), await shellOf(bob)];
  const first = await say(ann, bob, 'one');
  await annShell.newest(bob.username, { item: { unread_count: 0, latest_message: { content: 'one' } } });
  await bobShell.newest(ann.username, { item: { unread_count: 1, latest_message: { content: 'one' } } });
  await readUpTo(bob, { recipient: ann.username }, 1);
  await bobShell.newest(ann.username, { item: { unread_count: 0 } });
  await say(ann, bob, 'two');
  await bobShell.newest(ann.username, { item: { unread_count: 1 } });
  const chat = await connectChat(bob, ann);
  await bobShell.newest(ann.username, { item: { unread_count: 0 } });
  chat.socket.disconnect();
  await deleteMessages(ann, bob, [first]);
  await block(bob, ann);
  for (const [shell, peer] of [
    [annShell, bob],
    [bobShell, ann],
  ] as const)
    await shell.newest(peer.username, { removed: { username: peer.username } });
  await unblock(bob, ann);
  await bobShell.newest(ann.username, { item: { latest_message: { content: 'two' } } });
});

it('HM-01: a block changes the row of a room that one of the two has left: their messages are gone there, too', async () => {
  const { person, open, join, leave, shellOf, write, block, unblock } = await startShells();
  const [ann, bob] = [await person(), await person()];
  const groupId = await open(ann);
  await join(bob, groupId);
  const shell = await shellOf(ann);
  await write(bob, groupId, 'bye');
  await leave(bob, groupId);
  await shell.newest(groupId, { item: { unread_count: 1, latest_message: { content: 'bye' } } });
  await block(bob, ann);
  await shell.newest(groupId, { item: { unread_count: 0, latest_message: null } });
  await unblock(bob, ann);
  await shell.newest(groupId, { item: { unread_count: 1, latest_message: { content: 'bye' } } });
});

it('HM-01: a suspension changes the row of a room that the suspended user had left', async () => {
  const { person, admin, open, join, leave, shellOf, write, client } = await startShells();
  const [ann, bob] = [await person(), await person()];
  const groupId = await open(ann);
  await join(bob, groupId);
  const [shell, judge] = [await shellOf(ann), await admin()];
  await write(bob, groupId, 'bye');
  await leave(bob, groupId);
  await shell.newest(groupId, { item: { unread_count: 1, latest_message: { content: 'bye' } } });
  const params = { username: bob.username };
  const body = { reason: 'spam in every room' };
  await client('POST /admin/users/:username/suspend', { params, body }, judge);
  await shell.newest(groupId, { item: { unread_count: 0, latest_message: null } });
  await client('POST /admin/users/:username/unsuspend', { params, body }, judge);
  await shell.newest(groupId, { item: { unread_count: 1, latest_message: { content: 'bye' } } });
});

it('HM-01, MR-02: a request changes nothing for its reader until it is accepted', async () => {
  const { person, connectStranger, shellOf, client } = await startShells();
  const [ann, bob] = [await person(), await person()];
  const [annShell, bobShell] = [await shellOf(ann), await shellOf(bob)];
  const chat = await connectStranger(bob, ann);
  await chat.say('we have not met');
  await bobShell.newest(ann.username, { item: { latest_message: { content: 'we have not met' } } });
  expect(annShell.changes()).toEqual([]);
  await client('POST /chat/requests/accept', { body: { username: bob.username } }, ann);
  await annShell.newest(bob.username, { item: { latest_message: { content: 'we have not met' } } });
});

it('HM-01: a new name is a removal and an item, and so is the end of an account', async () => {
  const { person, guest, say, shellOf, client } = await startShells();
  const [ann, visitor] = [await person(), await guest()];
  await say(visitor, ann, 'hello');
  const shell = await shellOf(ann);
  const { username, email, password } = registration();
  const { data } = await client('POST /auth/upgrade', { body: { username, email, password } }, visitor);
  await shell.newest(visitor.username, { removed: { username: visitor.username } });
  await shell.newest(username, { item: { latest_message: { content: 'hello', sender: username } } });
  await client('DELETE /users/me', { body: { password } }, { token: data.access_token });
  await shell.newest(username, { removed: { username } });
});

it('HM-01: the chat with a suspended person is gone until that ends, and their messages in rooms with it', async () => {
  const { twoPeople, admin, open, join, say, write, shellOf, client } = await startShells();
  const { ann, bob } = await twoPeople();
  const groupId = await open(ann);
  await join(bob, groupId);
  await say(bob, ann, 'hello');
  await write(bob, groupId, 'in the room');
  const [shell, judge] = [await shellOf(ann), await admin()];
  const params = { username: bob.username };
  await client(
    'POST /admin/users/:username/suspend',
    { params, body: { reason: 'spam in every room' } },
    judge,
  );
  await shell.newest(bob.username, { removed: params });
  await shell.newest(groupId, { item: { latest_message: null, unread_count: 0 } });
  await client(
    'POST /admin/users/:username/unsuspend',
    { params, body: { reason: 'a mistake of ours' } },
    judge,
  );
  await shell.newest(bob.username, { item: { latest_message: { content: 'hello' } } });
  await shell.newest(groupId, { item: { latest_message: { content: 'in the room' }, unread_count: 1 } });
});
