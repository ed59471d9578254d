import type { ActivityItem } from '@adda/contract/activity';
import { expect, it } from 'vitest';
import { eventually } from '../../direct/direct.fixture.ts';
import { startActivity } from './message-activity.fixture.ts';

type Shell = Awaited<ReturnType<Awaited<ReturnType<typeof startActivity>>['connectShell']>>;

/** Returns what a shell was told, one line for each event. */
const told = (shell: Shell): string[] =>
  shell
    .all('activity')
    .map((event) =>
      'item' in event
        ? `${lineOf(event.item)}, ${event.unread_count} unread`
        : `${event.removed.length} removed, ${event.unread_count} unread`,
    );

const lineOf = ({ kind, excerpt, is_read: isRead }: ActivityItem): string =>
  `${kind}: ${excerpt}${isRead ? ' (read)' : ''}`;

it('NT-02, MN-01: a mention is told to the main screens of the mentioned user, and that it was read', async () => {
  const { openRoom, connectShell, connect, readUpTo } = await startActivity();
  const { ann, bob, eve, groupId, say } = await openRoom();
  const shells = [await connectShell(bob), await connectShell(bob)];
  const others = [await connectShell(ann), await connectShell(eve)];
  const text = `hello @${bob.username}`;
  // The client of a room that is open on screen reports what it shows.
  await connect(bob, groupId);
  const id = await say(text, { audience: 'room' });
  for (const shell of shells)
    await eventually(() => expect(told(shell)).toEqual([`mention: ${text}, 1 unread`]));
  await readUpTo(bob, { group_id: groupId }, id);
  for (const shell of shells)
    await eventually(() => expect(told(shell).at(-1)).toBe(`mention: ${text} (read), 0 unread`));
  for (const shell of others) expect(told(shell)).toEqual([]);
});

it('NT-02, RY-05: a reply is told; deleting it takes it from the main screens', async () => {
  const { twoPeople, connectShell, deleteMessages } = await startActivity();
  const { ann, bob } = await twoPeople();
  const [annShell, bobShell] = [await connectShell(ann), await connectShell(bob)];
  const original = await annShell.say('dinner?', { recipient: bob.username });
  const reply = await bobShell.say('at eight', { recipient: ann.username, reply_to: original });
  await eventually(() => expect(told(annShell)).toEqual(['reply: at eight, 1 unread']));
  await deleteMessages(bob, ann, [reply]);
  await eventually(() => expect(told(annShell).at(-1)).toBe('1 removed, 0 unread'));
  expect(told(bobShell)).toEqual([]);
});

it('NT-02, RX-01: reactions are told joined, and taken from the main screens with the last of them', async () => {
  const { openRoom, connectShell, react } = await startActivity();
  const { ann, bob, eve, say } = await openRoom();
  const shell = await connectShell(ann);
  const id = await say('hello');
  await react(bob, id, '👍');
  await react(eve, id, '👍');
  await eventually(() => expect(told(shell).at(-1)).toBe('emoji_reaction: 👍 hello, 1 unread'));
  await eventually(() => {
    const event = shell.all('activity').at(-1);
    expect(event && 'item' in event && event.item.actor_count).toBe(2);
  });
  await react(bob, id, '👍', false);
  await react(eve, id, '👍', false);
  await eventually(() => expect(told(shell).at(-1)).toBe('1 removed, 0 unread'));
});

it('NT-02, R-14: blocked users cause no event, and leaving a room takes its items from the main screens', async () => {
  const { openRoom, connectShell, block, leave } = await startActivity();
  const { ann, bob, eve, groupId, say } = await openRoom();
  await block(bob, ann);
  const [bobShell, eveShell] = [await connectShell(bob), await connectShell(eve)];
  await say(`hello @${bob.username} and @${eve.username}`, { audience: 'room' });
  await eventually(() => expect(told(eveShell)).toHaveLength(1));
  await leave(eve, groupId);
  await eventually(() => expect(told(eveShell).at(-1)).toBe('1 removed, 0 unread'));
  expect(told(bobShell)).toEqual([]);
});

it('MR-01, MR-02, NT-01: what strangers write is no activity before their request is accepted', async () => {
  const { person, connectShell, client, items } = await startActivity();
  const [ann, bob] = [await person(), await person()];
  const [annShell, bobShell] = [await connectShell(ann), await connectShell(bob)];
  const request = await annShell.say('hello, we have not met', { recipient: bob.username });
  await annShell.say('it is about the flat', { recipient: bob.username, reply_to: request });
  expect([await items(ann), await items(bob)]).toEqual([[], []]);
  await bobShell.say('ah, yes', { recipient: ann.username, reply_to: request });
  await eventually(() => expect(told(annShell)).toEqual(['reply: ah, yes, 1 unread']));
  expect((await client('GET /activity', { query: { filter: 'reply' } }, bob)).data.items).toEqual([]);
});
