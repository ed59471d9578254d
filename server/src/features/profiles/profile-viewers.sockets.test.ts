import { describe, expect, it } from 'vitest';
import { connectShellTo, type ChatClient } from '../direct/direct.fixture.ts';
import { startSecondNode } from '../../test/second-node.fixture.ts';
import { eventually, startProfiles, type Person } from './profiles.fixture.ts';

const redisUrl = process.env.TEST_REDIS_URL || undefined;

const bios = (shell: ChatClient) => shell.all('profile_updated').map(({ bio }) => bio);

async function startViewers() {
  const fixture = await startProfiles();
  const { person, client, edit } = fixture;
  const [ann, follower, member, stranger] = [await person(), await person(), await person(), await person()];
  const follow = (from: Person, to: Person) =>
    client('POST /subscriptions/follow', { query: { target_username: to.username } }, from);
  const { data: room } = await client(
    'POST /groupchat/groups/create',
    { body: { name: `R${ann.username}` } },
    ann,
  );
  await client('POST /groupchat/groups/join', { body: { group_id: room.group_id } }, member);
  await follow(follower, ann);
  const say = (bio: string) => edit(ann, { fields: { bio } });
  return { ...fixture, ann, follower, member, stranger, follow, say };
}

it('HM-07: a changed profile reaches the main screens of followers and of members of the same rooms, and no others', async () => {
  const { ann, follower, member, stranger, say, connectShell, block } = await startViewers();
  const shells = {
    ann: await connectShell(ann),
    follower: await connectShell(follower),
    member: await connectShell(member),
    stranger: await connectShell(stranger),
  };
  await say('hello');
  for (const shell of [shells.ann, shells.follower, shells.member])
    await eventually(() => expect(bios(shell)).toEqual(['hello']));
  expect(shells.member.all('profile_updated')).toEqual([
    {
      username: ann.username,
      display_name: expect.any(String),
      bio: 'hello',
      links: [],
      profile_image_url: null,
    },
  ]);
  await block(member, ann);
  await say('after the block');
  await eventually(() => expect(bios(shells.follower)).toEqual(['hello', 'after the block']));
  expect(bios(shells.member)).toEqual(['hello']);
  expect(bios(shells.stranger)).toEqual([]);
});

describe.runIf(redisUrl)('two nodes', () => {
  it('HM-07: main screens on another node get it too', async () => {
    const here = await startViewers();
    const there = await startSecondNode(here);
    const shell = await connectShellTo(there.url, here.follower);
    await here.say('hello there');
    await eventually(() => expect(bios(shell)).toEqual(['hello there']));
  });
});
