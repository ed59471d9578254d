import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Person } from '../features/rooms/rooms.fixture.ts';
import { freshWord, nodesWithReplica, type ReplicaNode } from './replica-nodes.fixture.ts';
import { canStartReplicas } from './replica-servers.fixture.ts';
import { hasServices } from './two-nodes.fixture.ts';

/** What a reader sees of an author and of a post, on a node. */
async function seen(node: ReplicaNode, viewer: Person, author: Person, caption: string) {
  const { client } = node;
  const [feed, profile, media, posts, people, list, side] = await Promise.all([
    client('GET /feed/', { query: {} }, viewer),
    client('GET /feed/profile/:sender', { params: { sender: author.username } }, viewer),
    client('GET /media/list', { query: { creator: author.username } }, viewer),
    client('GET /search', { query: { q: caption } }, viewer),
    client('GET /search', { query: { q: author.username } }, viewer),
    client('GET /users/list', { query: { username: author.username } }, viewer),
    client('GET /feed/side', {}, viewer),
  ]);
  const names = (users: readonly { readonly username: string }[]) =>
    users.some(({ username }) => username === author.username);
  return {
    feed: feed.data.some((post) => post.caption === caption),
    profile: profile.status === 200 ? profile.data.total_posts : null,
    media: media.status === 200 ? [media.data.media.length, media.data.total_count] : null,
    search: posts.data.posts.length,
    people: names(people.data.people),
    directory: names(list.data.users),
    side: names(side.data.people),
  };
}

describe.skipIf(!hasServices || !canStartReplicas)('CL-05: reads from a replica', () => {
  it('feed, directory, profiles and search are as the replica has them; one’s own writes are seen on every node', async () => {
    const { nodes, one, person, post, whileReplicaIsPaused } = await nodesWithReplica();
    const reader = await person();
    const results = await whileReplicaIsPaused(async () => {
      const author = await person();
      const caption = freshWord();
      await post(author, caption);
      const room = await one.client('POST /groupchat/groups/create', { body: { name: caption } }, author);
      const roomsOf = async (node: ReplicaNode, viewer: Person) =>
        (await node.client('GET /search', { query: { q: caption } }, viewer)).data.rooms.map(
          ({ group_id: id }) => id === room.data.group_id,
        );
      return Promise.all(
        nodes.map(async (node) => ({
          reader: await seen(node, reader, author, caption),
          own: await seen(node, author, author, caption),
          rooms: [await roomsOf(node, reader), await roomsOf(node, author)],
        })),
      );
    });
    const nothing = { feed: false, profile: 0, media: [0, 0], search: 0, people: false, directory: false };
    for (const { reader: other, own, rooms } of results) {
      expect(other).toEqual({ ...nothing, side: false });
      expect(own).toMatchObject({ feed: true, profile: 1, media: [1, 1], search: 1 });
      expect(rooms).toEqual([[], [true]]);
    }
  });

  it('others see a write as soon as the replica has it', async () => {
    const { other, person, post, untilUsed } = await nodesWithReplica();
    const [author, reader] = [await person(), await person()];
    const caption = freshWord();
    await untilUsed();
    await post(author, caption);
    await expect
      .poll(() => seen(other, reader, author, caption))
      .toEqual({
        feed: true,
        profile: 1,
        media: [1, 1],
        search: 1,
        people: true,
        directory: true,
        side: true,
      });
  });

  it.each(['block', 'suspension', 'hidden'] as const)(
    'R-14: a post and its author: %s is effective at once',
    async (how) => {
      const { nodes, one, person, post, whileReplicaIsPaused } = await nodesWithReplica();
      const [author, reader] = [await person(), await person()];
      const caption = freshWord();
      const mediaId = await post(author, caption);
      const hide = {
        block: () => one.client('POST /users/block', { body: { blocked_username: reader.username } }, author),
        suspension: () =>
          sql`UPDATE users SET suspended_at = now() WHERE username = ${author.username}`.execute(
            one.database.db,
          ),
        hidden: () =>
          one.client(
            'PATCH /media/update/:media_id',
            { params: { media_id: mediaId }, body: { visibility: 'private' } },
            author,
          ),
      }[how];
      const found = await whileReplicaIsPaused(async () => {
        await hide();
        return Promise.all(nodes.map((node) => seen(node, reader, author, caption)));
      });
      const gone = { feed: false, search: 0, people: false, directory: false, side: false };
      const expected = {
        block: { ...gone, profile: 0, media: [0, 0] },
        suspension: { ...gone, profile: null, media: null },
        // The number is the replica's: it says nothing about which posts there are.
        hidden: { feed: false, search: 0, profile: 1, media: [0, 1], people: true, directory: true },
      }[how];
      for (const each of found) expect(each).toMatchObject(expected);
    },
  );

  it('HM-15: a number that somebody hides is hidden at once', async () => {
    const { nodes, one, person, whileReplicaIsPaused } = await nodesWithReplica();
    const [author, reader] = [await person(), await person()];
    const numbers = await whileReplicaIsPaused(async () => {
      await one.client('PATCH /users/settings', { body: { hide_followers: true } }, author);
      const read = (node: ReplicaNode) =>
        node.client('GET /feed/profile/:sender', { params: { sender: author.username } }, reader);
      return Promise.all(nodes.map(async (node) => (await read(node)).data.total_followers));
    });
    expect(numbers).toEqual([null, null]);
  });

  it('a replica that lags more than 5 s is left out, says so, and comes back', async () => {
    const { other, one, person, post, pause, resume, untilUsed } = await nodesWithReplica();
    const [author, reader] = [await person(), await person()];
    await untilUsed();
    const before = other.lines.length;
    await pause();
    try {
      const caption = freshWord();
      await post(author, caption);
      // Replay stands still: only the primary has it.
      await expect.poll(async () => (await seen(other, reader, author, caption)).feed).toBe(true);
      expect(other.isReplicaUsed()).toBe(false);
      expect(other.lines.slice(before)).toContainEqual(
        expect.objectContaining({ level: 40, msg: 'a database replica is left out' }),
      );
      const metrics = await (await fetch(`${other.url}/metrics`)).text();
      expect(metrics).toMatch(/^database_replica_used\{replica="1 \(127\.0\.0\.1:\d+\)"\} 0$/m);
    } finally {
      await resume();
    }
    await untilUsed();
    expect(one.lines.at(-1)?.msg).toBe('a database replica is used');
  });

  it.each(['killed', 'cut off', 'hanging'])(
    'no request fails when the replica is %s, and it comes back by itself',
    async (how) => {
      const { nodes, one, person, proxy, replica, untilUsed } = await nodesWithReplica();
      const readers = await Promise.all(Array.from({ length: 4 }, person));
      await untilUsed();
      const over = new AbortController();
      const statuses: number[] = [];
      const reading = readers.map(async (reader, index) => {
        const { client } = nodes[index % 2] ?? one;
        while (!over.signal.aborted) {
          statuses.push((await client('GET /feed/', { query: {} }, reader)).status);
          statuses.push((await client('GET /users/list', { query: {} }, reader)).status);
        }
      });
      if (how === 'killed') await replica.kill();
      else if (how === 'cut off') await proxy.cut();
      else proxy.hold();
      await expect.poll(() => nodes.some((node) => node.isReplicaUsed())).toBe(false);
      const count = statuses.length;
      await expect.poll(() => statuses.length > count + readers.length).toBe(true);
      if (how === 'killed') await replica.start();
      else await proxy.restore();
      await untilUsed();
      over.abort();
      await Promise.all(reading);
      expect(new Set(statuses)).toEqual(new Set([200]));
    },
  );

  it('SV-20: the directory lists every user exactly once, though its first page is from a replica', async () => {
    const { one, person, untilUsed } = await nodesWithReplica();
    const { db, replicas } = one.database;
    const viewer = await person();
    const name = freshWord().slice(0, 6);
    await sql`
      INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state, last_active_at)
      SELECT ${name}::text || n, 'One of many', true, '1996-05-05', 'female', 'India', 'Kerala',
        now() - make_interval(secs => 3600 + n)
      FROM generate_series(1, 120) AS n`.execute(db);
    await untilUsed();
    const move = () =>
      sql`
      UPDATE users SET last_active_at = clock_timestamp()
      WHERE username IN (
        SELECT username FROM users WHERE starts_with(username, ${name}) ORDER BY random() LIMIT 20)`.execute(
        db,
      );
    const { replica: before } = replicas.counts();
    for (let round = 0; round < 5; round += 1) {
      const found: string[] = [];
      let last: string | null = '';
      while (last !== null) {
        await move();
        const query: Record<string, string> = {
          username: name,
          limit: '25',
          ...(last !== '' && { last_id: last }),
        };
        const { data }: { data: { users: { username: string }[]; next_last_id: string | null } } =
          await one.client('GET /users/list', { query }, viewer);
        found.push(...data.users.map((user) => user.username));
        last = data.next_last_id;
      }
      expect(found.toSorted()).toEqual(Array.from({ length: 120 }, (_, n) => `${name}${n + 1}`).toSorted());
    }
    expect(replicas.counts().replica).toBeGreaterThan(before);
  });
});
