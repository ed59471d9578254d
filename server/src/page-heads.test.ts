import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, registration } from './features/accounts/accounts.fixture.ts';
import { insertPosts } from './features/feed/posts/post-rows.fixture.ts';
import { startTestApp, type TestApp } from './test/app.fixture.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../web/index.html'), 'utf8');
const BROWSER = { accept: 'text/html,application/xhtml+xml', 'accept-encoding': 'br' };
const CRAWLER = { accept: '*/*', 'accept-encoding': 'br' };

/** Creates the folder of a built web app with a precompressed page. */
function buildFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'adda-web-'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync(PAGE));
  return folder;
}

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ PUBLIC_URL: 'https://adda.example' }, { webFolder: buildFolder() });
});
afterAll(() => app.stop());

const sqlOf = (query: ReturnType<typeof sql>) => query.execute(app.app.database.db);

/** Registers an account with a name and a bio. */
async function registerUser(name = 'Ann', bio: string | null = 'Tea first.') {
  const { data } = await app.client('POST /auth/register', { body: registration() });
  const { rows } = await sql<{ id: number }>`
    UPDATE users SET display_name = ${name}, bio = ${bio}, profile_image_url = '/media/avatars/1'
    WHERE username = ${data.username} RETURNING id`.execute(app.app.database.db);
  return { username: data.username, token: data.access_token, userId: rows[0]?.id ?? 0 };
}

async function open(path: string, headers: Readonly<Record<string, string>> = BROWSER) {
  const response = await fetch(`${app.url}${path}`, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];

describe('SH-21: links to profiles and posts', () => {
  it('a profile page names its owner, for browsers and for link previews', async () => {
    const { username } = await registerUser();
    for (const headers of [BROWSER, CRAWLER, {}]) {
      const {
        status,
        html,
        headers: answered,
      } = await open(`/profile/${username.toUpperCase()}?from=x`, headers);
      expect([status, answered.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(titleOf(html)).toBe(`Ann (@${username}) on Adda`);
      expect(html).toContain('<meta property="og:description" content="Tea first." />');
      expect(html).toContain(`<meta property="og:url" content="https://adda.example/profile/${username}" />`);
      expect(html).toContain('<meta property="og:image" content="https://adda.example/media/avatars/1" />');
      expect(html).toContain('<div id="root">');
    }
  });

  it('FT-01: the description of a post has no signs and nothing hidden', async () => {
    const { userId } = await registerUser();
    const caption = '*Rain* again, ||he did it||';
    const [post] = await insertPosts(app.app.database, { authorId: userId, caption, file: 'ready' });
    const { html } = await open(`/post/${post?.mediaId}`, CRAWLER);
    expect(html).toContain('<meta property="og:description" content="Rain again, Hidden text" />');
    expect(html).not.toContain('he did it');
  });

  it('a public post page describes its content', async () => {
    const { userId, username } = await registerUser();
    const [post] = await insertPosts(app.app.database, {
      authorId: userId,
      caption: 'Rain again',
      file: 'ready',
    });
    const { html } = await open(`/post/${post?.mediaId}`, CRAWLER);
    expect(titleOf(html)).toContain('Ann');
    expect(html).toContain('Rain again');
    expect(html).toContain(`content="https://adda.example/post/${post?.mediaId}"`);
    expect(html).toContain(`content="https://adda.example/media/shared/${post?.mediaId}"`);
    expect(html).toContain('summary_large_image');
    expect(username).toBeTypeOf('string');
  });

  it('content that is not public has the plain page', async () => {
    const { database } = app.app;
    const [ann, away, gone] = [await registerUser(), await registerUser(), await registerUser()];
    const { data: visitor } = await app.client('POST /auth/guest', {
      body: { sex: 'male', birth_date: '2001-02-03', country: 'UK', state: 'Wales' },
    });
    await sqlOf(sql`UPDATE users SET suspended_at = now() WHERE id = ${away.userId}`);
    const hidden = await Promise.all([
      insertPosts(database, { authorId: ann.userId, visibility: 'private', caption: 'A secret' }),
      insertPosts(database, { authorId: ann.userId, isLocked: true, caption: 'A secret' }),
      insertPosts(database, { authorId: away.userId, caption: 'A secret' }),
      insertPosts(database, { authorId: gone.userId, caption: 'A secret' }),
      insertPosts(database, { authorId: ann.userId, file: 'failed', caption: 'A secret' }),
    ]);
    await app.client('DELETE /users/me', { body: { password: PASSWORD } }, gone);
    const paths = [
      ...[visitor.username, away.username, gone.username, `deleted-${gone.userId}`, 'nobody-at-all'].map(
        (name) => `/profile/${name}`,
      ),
      ...hidden.flat().map(({ mediaId }) => `/post/${mediaId}`),
      '/post/not-an-id',
      '/profile/%20',
      `/profile/${'x'.repeat(150)}`,
      `/profile/${ann.username}/more`,
      '/login',
    ];
    for (const path of paths) {
      const { status, html } = await open(path);
      expect([status, html === PAGE], path).toEqual([200, true]);
    }
  });

  it('R-16: names, bios and captions stay text, and no script is added', async () => {
    const wicked = '"><script>alert(1)</script>';
    const { username, userId } = await registerUser(wicked, `${wicked}\n${wicked}`);
    const [post] = await insertPosts(app.app.database, { authorId: userId, caption: wicked });
    for (const path of [`/profile/${username}`, `/post/${post?.mediaId}`]) {
      const { html, headers } = await open(path);
      expect(html).toContain('&quot;&gt;&lt;script&gt;');
      expect(html).not.toContain('<script>alert');
      expect(html.match(/<script/g)).toEqual(PAGE.match(/<script/g));
      expect(headers.get('content-security-policy')).toContain("default-src 'self'");
      expect(headers.get('content-security-policy')).not.toContain('unsafe');
    }
  });

  it('a long bio is cut between characters', async () => {
    const { username } = await registerUser('Ann', `one\n\n${'👩‍🚀'.repeat(240)}`);
    const { html } = await open(`/profile/${username}`);
    expect(html).toContain(`content="one ${'👩‍🚀'.repeat(195)}…"`);
  });
});

describe('GR-02: links of invitations', () => {
  it('a valid code has the room’s name, topic and number of members, any other says nothing; no page is for search engines', async () => {
    const { token } = await registerUser();
    const { database } = app.app;
    const name = `A <room> ${Math.random().toString(36).slice(2, 10)}`;
    const { data: made } = await app.client('POST /groupchat/groups/create', { body: { name } }, { token });
    const params = { id: made.group_id };
    const { data } = await app.client('POST /groupchat/groups/:id/invites', { params, body: {} }, { token });
    expect(data.url).toBe(`https://adda.example/join/${data.code}`);
    const escaped = name.replace('<', '&lt;').replace('>', '&gt;');
    for (const headers of [BROWSER, CRAWLER]) {
      await sql`UPDATE rooms SET topic = '', picture_url = NULL WHERE group_id = ${params.id}`.execute(
        database.db,
      );
      const plain = await open(`/join/${data.code}`, headers);
      expect([plain.status, titleOf(plain.html)]).toEqual([200, escaped]);
      expect(plain.html).toContain(`<meta property="og:title" content="${escaped}" />`);
      expect(plain.html).toContain('<meta property="og:description" content="1 member" />');
      expect(plain.html).toContain('<meta name="robots" content="noindex" />');
      expect(plain.headers.get('referrer-policy')).toBe('same-origin');
    }
    await sql`
      UPDATE rooms SET topic = 'Tea and rain', picture_url = '/media/rooms/1'
      WHERE group_id = ${params.id}`.execute(database.db);
    const { html } = await open(`/join/${data.code}`, CRAWLER);
    expect(html).toContain('<meta property="og:description" content="Tea and rain · 1 member" />');
    expect(html).toContain('<meta property="og:image" content="https://adda.example/media/rooms/1" />');
    // The preview of a link is stored by the services that it is sent through.
    await sql`UPDATE rooms SET is_private = true WHERE group_id = ${params.id}`.execute(database.db);
    const hidden = (await open(`/join/${data.code}`, CRAWLER)).html;
    expect(hidden).toContain('<meta property="og:description" content="A private room · 1 member" />');
    expect(hidden).not.toContain('Tea and rain');
    for (const code of ['gone', data.code.slice(1), '%F0%9F', 'x'.repeat(190)]) {
      const gone = await open(`/join/${code}`, CRAWLER);
      if (gone.status === 400) continue; // Not a path.
      expect(titleOf(gone.html)).toBe('An invitation to Adda');
      expect(gone.html).toContain('<meta name="robots" content="noindex" />');
      expect(gone.html).not.toContain(code);
    }
  });
});

describe('HM-05: links to rooms', () => {
  it('a public room has its name, topic and number of members, any other id the plain page', async () => {
    const { token } = await registerUser();
    const { database } = app.app;
    const name = `Open room ${Math.random().toString(36).slice(2, 10)}`;
    const { data } = await app.client('POST /groupchat/groups/create', { body: { name } }, { token });
    const id = data.group_id;
    await sql`UPDATE rooms SET topic = 'Tea', picture_url = '/media/rooms/1' WHERE group_id = ${id}`.execute(
      database.db,
    );
    for (const path of [`/v1/group/${id}`, `/chats/room/${id}?m=3`]) {
      const { html } = await open(path, CRAWLER);
      expect(titleOf(html)).toBe(name);
      expect(html).toContain('<meta property="og:description" content="Tea · 1 member" />');
      expect(html).toContain('<meta property="og:image" content="https://adda.example/media/rooms/1" />');
      expect(html).toContain(`<meta property="og:url" content="https://adda.example/v1/group/${id}" />`);
      expect(html).toContain('<meta name="robots" content="noindex" />');
    }
    const unknown = await open(`/v1/group/${'f'.repeat(24)}`);
    await sql`UPDATE rooms SET is_private = true WHERE group_id = ${id}`.execute(database.db);
    expect((await open(`/v1/group/${id}`)).html).toBe(unknown.html);
    expect((await open('/v1/group/create')).html).toBe(unknown.html);
  });
});

describe('caching of pages', () => {
  it('pages are revalidated, and keep their ETag until their content changes', async () => {
    const { username, userId } = await registerUser();
    const first = await open(`/profile/${username}`);
    const etag = first.headers.get('etag') ?? '';
    expect([first.headers.get('cache-control'), etag]).toEqual(['no-cache', expect.stringMatching(/^".+"$/)]);
    const again = await open(`/profile/${username}`, { ...BROWSER, 'if-none-match': etag });
    expect([again.status, again.html]).toEqual([304, '']);
    await sqlOf(sql`UPDATE users SET bio = 'Coffee now' WHERE id = ${userId}`);
    const changed = await open(`/profile/${username}`, { ...BROWSER, 'if-none-match': etag });
    expect([changed.status, changed.html.includes('Coffee now')]).toEqual([200, true]);
    await sqlOf(sql`UPDATE users SET suspended_at = now() WHERE id = ${userId}`);
    const plain = await open(`/profile/${username}`, { ...BROWSER, 'if-none-match': etag });
    expect([plain.status, plain.html === PAGE]).toEqual([200, true]);
  });

  it('the plain page is sent compressed and others uncompressed, with separate cache entries', async () => {
    const { username } = await registerUser();
    const plain = await fetch(`${app.url}/login`, { headers: BROWSER });
    expect(plain.headers.get('content-encoding')).toBe('br');
    const tagOfPlain = plain.headers.get('etag') ?? '';
    const shown = await open(`/profile/${username}`, { ...BROWSER, 'if-none-match': tagOfPlain });
    expect([shown.status, shown.headers.get('content-encoding')]).toEqual([200, null]);
    expect(titleOf(shown.html)).toContain('Ann');
  });
});

it('a request for data gets no page', async () => {
  const { username } = await registerUser();
  const json = { accept: 'application/json' };
  expect((await open(`/profile/${username}`, json)).status).toBe(404);
  expect((await open('/nowhere', CRAWLER)).status).toBe(404);
  const posted = await fetch(`${app.url}/profile/${username}`, { method: 'POST', headers: BROWSER });
  expect(posted.status).toBe(404);
});

it('SV-103: above the limit the plain page is served, without a refusal', async () => {
  const limited = await startTestApp(
    { RATE_LIMITS: 'on', REDIS_URL: '', TRUST_PROXY: '1' },
    { webFolder: buildFolder() },
  );
  const { data } = await limited.client('POST /auth/register', { body: registration() });
  const look = async (address = '2001:db8:1:2::1') => {
    const headers = { ...BROWSER, 'x-forwarded-for': address };
    const response = await fetch(`${limited.url}/profile/${data.username}`, { headers });
    return { status: response.status, html: await response.text() };
  };
  expect(titleOf((await look()).html)).toContain(data.username);
  for (let call = 1; call < 300; call += 1) await look(`2001:db8:1:2::${call}`);
  expect(await look('2001:db8:1:2:3::4')).toEqual({ status: 200, html: PAGE });
  expect(titleOf((await look('2001:db8:1:3::1')).html), 'another network').toContain(data.username);
  await limited.stop();
});
