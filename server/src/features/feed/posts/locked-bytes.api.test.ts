import { BLUR_SIDE } from '@adda/contract/media';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../direct/direct.fixture.ts';
import { leaks, noise, callAllGets, type ParameterValues, type Secrets } from './locked-bytes.fixture.ts';
import { alterations, cookieOf, linkOfPast, openFile } from './post-files.fixture.ts';
import { startPosts, type Poster, type PostsFixture } from './posts.fixture.ts';

const NAME = 'zebra-7731-at-dusk.jpg';

/** Creates a locked post and returns everything of it that must not reach an unauthorized user. */
async function lockedPost(posts: PostsFixture, sender: Poster) {
  const file = await noise();
  const fields = { is_locked: 'true', plan_id: await posts.offer(sender), caption: 'Locked' };
  const post = await posts.ready(sender, { file, name: NAME, fields });
  const { media_id: id, media_url: link, preview_url: preview } = post;
  const links = [link ?? '', preview ?? ''] as const;
  const opened = await Promise.all(links.map((each) => openFile(posts.url, each, { token: sender.token })));
  expect(opened.map(({ status }) => status)).toEqual([200, 200]);
  const { rows } = await sql<{ file_id: string }>`SELECT file_id FROM posts WHERE media_id = ${id}`.execute(
    posts.database.db,
  );
  const fileId = rows[0]?.file_id ?? '';
  const secrets: Secrets = {
    texts: [NAME, fileId, `/media/file/${id}`],
    bytes: [file, ...opened.map(({ bytes }) => bytes)],
  };
  return { id, fileId, links, secrets };
}

/** Creates a locked post, users who may see it, and users who may not. */
async function openScene() {
  const posts = await startPosts();
  const person = () => posts.poster();
  const [sender, fan, other] = [await person(), await person(), await person()];
  const without = {
    stranger: await person(),
    past: await person(),
    over: await person(),
    blocked: await person(),
    guest: await posts.posterGuest(),
  };
  await posts.subscribe(fan, sender);
  await posts.subscribe(without.past, sender, { ended: true });
  await posts.subscribe(without.over, sender, { days: -1 });
  await posts.subscribe(without.stranger, other);
  await posts.block(sender, without.blocked);
  return { posts, sender, fan, without, ...(await lockedPost(posts, sender)) };
}

let scene: Awaited<ReturnType<typeof openScene>>;
beforeAll(async () => {
  scene = await openScene();
});

type Unauthorized = keyof (typeof scene)['without'];
const people: readonly Unauthorized[] = ['stranger', 'past', 'over', 'blocked', 'guest'];
const contentOf = (expected: unknown) => Buffer.from(JSON.stringify(expected));

function parameterValues(): ParameterValues {
  const { sender, id, fileId, links } = scene;
  const { searchParams } = new URL(links[0], 'http://x');
  const proof = Object.fromEntries(searchParams);
  const names = { creator: sender.username, sender: sender.username, username: sender.username };
  return {
    ...names,
    ...proof,
    media_id: id,
    id: fileId,
    recipient: sender.username,
    signature: proof['sig'] ?? '',
  };
}

describe('R-15: a locked original’s bytes, its links and its name', () => {
  it('are found by this test where allowed: the sender and a subscriber get them', async () => {
    const { posts, sender, fan, id, secrets } = scene;
    for (const by of [sender, fan]) {
      const walked = await callAllGets(posts.url, parameterValues(), by.token);
      const keys = walked.filter(({ content }) => leaks(content, secrets).length > 0).map(({ key }) => key);
      expect(keys).toEqual(
        expect.arrayContaining(['GET /feed/', 'GET /feed/post/:media_id', 'GET /media/list']),
      );
      expect((await posts.getPost(by, id)).data).toMatchObject({ can_view: true, original_filename: NAME });
    }
  });

  it.each(people)('are in no response of any route: %s', async (who) => {
    const { posts, without, secrets, id } = scene;
    const walked = await callAllGets(posts.url, parameterValues(), without[who].token);
    expect(walked.length).toBeGreaterThan(30);
    for (const { key, content } of walked) expect([key, leaks(content, secrets)]).toEqual([key, []]);
    const shown = walked.filter(({ content }) => content.includes(id)).map(({ key }) => key);
    if (who === 'blocked') expect(shown).toEqual([]);
    else
      expect(shown).toEqual(
        expect.arrayContaining(['GET /feed/', 'GET /feed/post/:media_id', 'GET /media/list']),
      );
  });

  it('are in no response without a token, and the post is listed nowhere', async () => {
    const { posts, secrets, id } = scene;
    for (const { key, content } of await callAllGets(posts.url, parameterValues())) {
      expect([key, leaks(content, secrets)]).toEqual([key, []]);
      expect([key, content.includes(id)]).toEqual([key, false]);
    }
  });

  it('are in no response to actions of other users on the post', async () => {
    const { posts, without, secrets, id } = scene;
    const { client } = posts;
    const body = { media_id: id };
    for (const who of people) {
      const by = without[who];
      const answers = await Promise.all([
        client('POST /media/like', { body }, by),
        client('POST /media/share', { body }, by),
        client('POST /media/comment', { body: { ...body, comment: 'Show me' } }, by),
        posts.change(by, id, { is_locked: false, visibility: 'public' }),
        posts.remove(by, id),
      ]);
      for (const answer of answers) {
        const said = answer.status < 300 ? answer.data : answer.error;
        expect([who, leaks(contentOf(said), secrets)]).toEqual([who, []]);
      }
      const statuses = answers.map((answer) => answer.status);
      expect(statuses.filter((status) => status < 300).length).toBeLessThanOrEqual(1);
    }
    expect((await posts.getPost(scene.sender, id)).data.is_locked).toBe(true);
  });

  it('are in no event, not even in those of the sender and of subscribers', async () => {
    const { posts, sender, fan, without } = scene;
    const room = await posts.listen(without.stranger, sender);
    const shells = [room, await posts.listen(fan, sender), await posts.connectShell(sender)];
    const { id, secrets } = await lockedPost(posts, sender);
    await posts.change(sender, id, { is_locked: true });
    await posts.remove(sender, id);
    for (const shell of shells.slice(0, 2))
      await eventually(() => expect(shell.all('media_deleted').at(-1)?.media_id).toBe(id));
    const expected = ['media_uploaded', 'media_preview_ready', 'media_updated', 'media_deleted'];
    // Counts of the previous post may be published late.
    const ofThis = room.news().filter(({ payload }) => JSON.stringify(payload).includes(id));
    expect(ofThis.map(({ event }) => event)).toEqual(expected);
    for (const { received } of shells)
      for (const { event, payload } of received)
        expect([event, leaks(contentOf(payload), secrets)]).toEqual([event, []]);
  });

  it('can’t be recovered from the placeholder', async () => {
    const { posts, without, id, secrets } = scene;
    const { data } = await posts.getPost(without.stranger, id);
    expect(data.preview_url).toBe(data.blur_url);
    const blur = Buffer.from(data.blur_url?.split(',')[1] ?? '', 'base64');
    const { width, height } = await sharp(blur).metadata();
    expect(Math.max(width, height)).toBeLessThanOrEqual(BLUR_SIDE);
    expect(leaks(blur, secrets)).toEqual([]);
  });
});

describe('R-15: a link to a locked original', () => {
  const withRange = [undefined, 'bytes=0-', 'bytes=10-40', 'bytes=-20'];

  /** Opens a link in a way that must fail; expects a refusal without bytes that is never cached. */
  async function expectNothing(link: string, by: Poster | undefined, code: string, cookie?: string) {
    for (const range of withRange)
      for (const proof of by ? [{ token: by.token }, ...(cookie ? [{ cookie }] : [])] : [{}]) {
        const answer = await openFile(scene.posts.url, link, { ...proof, ...(range && { range }) });
        expect([answer.status, answer.code]).toEqual([code === 'media_not_found' ? 404 : 403, code]);
        expect(leaks(answer.bytes, scene.secrets)).toEqual([]);
        expect(answer.headers.get('cache-control') ?? 'no-store').toMatch(/no-store|no-cache/);
        for (const header of ['content-range', 'etag', 'last-modified'])
          expect([header, answer.headers.get(header)]).toEqual([header, null]);
      }
  }

  it.each(people)('copied from the sender or a subscriber, is refused to: %s', async (who) => {
    const { posts, fan, id, links, without } = scene;
    const by = without[who];
    const list = await posts.listMedia(by, by);
    const { data } = await posts.getPost(fan, id);
    for (const link of [...links, data.media_url ?? '', data.preview_url ?? ''])
      await expectNothing(link, by, 'link_expired', cookieOf(list.headers));
  });

  it('copied, is refused without authentication', async () => {
    for (const link of scene.links) await expectNothing(link, undefined, 'link_expired');
  });

  it('signed for a user without the right is refused, whether signed by mistake or before the right ended', async () => {
    const { id, without } = scene;
    for (const who of ['stranger', 'past', 'over', 'guest'] as const) {
      const link = linkOfPast(id, without[who], 0);
      await expectNothing(link, without[who], 'media_locked');
    }
    await expectNothing(linkOfPast(id, without.blocked, 0), without.blocked, 'media_not_found');
  });

  it('expires for the sender as well, and is refused when altered', async () => {
    const { id, sender, links } = scene;
    await expectNothing(linkOfPast(id, sender, 3600), sender, 'link_expired');
    const foreign = linkOfPast('0123456789abcdef01234567', scene.fan, 0);
    for (const link of links)
      for (const [, altered] of alterations(link, foreign))
        await expectNothing(altered, sender, 'link_expired');
  });

  it('is never cached, and works for the subscriber until the subscription ends', async () => {
    const { posts, fan, id } = scene;
    const { data } = await posts.getPost(fan, id);
    for (const link of [data.media_url ?? '', data.preview_url ?? '']) {
      const answer = await openFile(posts.url, link, { token: fan.token });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    }
    await sql`
      UPDATE subscriptions SET ended_at = now() WHERE subscriber_id = ${fan.userId}`.execute(
      posts.database.db,
    );
    for (const link of [data.media_url ?? '', data.preview_url ?? ''])
      await expectNothing(link, fan, 'media_locked');
    expect((await posts.getPost(fan, id)).data).toMatchObject({ can_view: false, original_filename: null });
  });
});
