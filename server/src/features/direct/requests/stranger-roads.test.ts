import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { giveCoins } from '../../wallet/wallet.fixture.ts';
import { eventually } from '../direct.fixture.ts';
import { startRequests } from './requests.fixture.ts';

const ROOT = join(import.meta.dirname, '../../../../..');

/** Returns the rows of the table: the way, the file that decides, and the title of the test. */
function readRoads(): { way: string; file: string; test: string }[] {
  const text = readFileSync(join(ROOT, 'docs/stranger-roads.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| way'));
  return rows.map((line) => {
    const [way = '', , file = '', test = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return { way, file: file.replaceAll('`', ''), test: test.replaceAll('`', '') };
  });
}

it('MR-01: the table of the ways to reach a person names files and tests that exist', () => {
  const roads = readRoads();
  expect(roads.length).toBeGreaterThan(15);
  const tests = globSync('server/src/**/*.test.ts', { cwd: ROOT })
    .map((file) => readFileSync(join(ROOT, file), 'utf8'))
    .join('\n');
  for (const { way, file, test } of roads) {
    expect(existsSync(join(ROOT, file)), `${way}: ${file}`).toBe(true);
    expect(tests.includes(`it('${test}'`), `${way}: ${test}`).toBe(true);
  }
});

it('MR-01: replies are texts, comments and follows stay, and gifts carry no words', async () => {
  const world = await startRequests();
  const { ann, bob, bobShell, write } = await world.twoStrangers();
  const { client, database, open, join: joinRoom, post, follow, textsOf, userIdOf } = world;
  const first = await write('hello');
  expect(await write('one more thing', { reply_to: first })).toMatch(/-2$/);
  expect(await textsOf(ann, bob)).toBe(2);
  await eventually(() => expect(bobShell.all('chat_request')).toHaveLength(2));
  const before = bobShell.received.length;
  const visit = { params: { sender: bob.username } };
  expect((await client('GET /feed/profile/:sender', visit, ann)).status).toBe(200);
  const { media_id: mediaId = '' } = await post(bob, { fields: { caption: 'A day out' } });
  const comment = { body: { media_id: mediaId, comment: 'lovely' } };
  expect((await client('POST /media/comment', comment, ann)).status).toBe(201);
  expect((await follow(ann, bob)).status).toBe(200);
  const groupId = await open(bob);
  await joinRoom(ann, groupId);
  await giveCoins(database, await userIdOf(ann), 20);
  const gift = { group_id: groupId, recipient_username: bob.username, gift_type: 'kiss' } as const;
  expect((await client('POST /groupchat/groups/send-gift', { body: gift }, ann)).status).toBe(200);
  const noted = { body: { ...gift, note: 'write to me' } as typeof gift };
  expect((await client('POST /groupchat/groups/send-gift', noted, ann)).status).toBe(422);
  expect(await textsOf(ann, bob)).toBe(2);
  // Following does not make the follower known.
  expect(await write('last')).toMatch(/-3$/);
  expect(await write('too many')).toBe('awaiting_answer');
  await eventually(() => expect(bobShell.all('chat_request')).toHaveLength(3));
  // What the visit, the comment or the follow caused would have come before the last text: the activity has comment, follow and
  // gift, and none of the texts.
  const told = () =>
    new Set(bobShell.all('activity').flatMap((changed) => ('item' in changed ? [changed.item.kind] : [])));
  await eventually(() => expect([...told()].toSorted()).toEqual(['comment', 'follow', 'gift']));
  const expected = [
    'activity',
    'chat_request',
    'group_joined',
    'inbox_changed',
    'unread_count',
    'wallet_changed',
  ];
  const others = bobShell.received.slice(before).filter(({ event }) => !expected.includes(event));
  expect(others).toEqual([]);
});
