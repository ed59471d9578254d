import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import { startPictureHost } from '../media/media.fixture.ts';
import { halves } from '../media/pictures.fixture.ts';
import { eventually, startProfiles } from './profiles.fixture.ts';

const picture = () => halves().png().toBuffer();

/** Fetches a picture from this server. */
async function look(url: string, address: string | null | undefined) {
  const response = await fetch(`${url}${address}`);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

it('SV-18, PR-20, PR-21: stores the fields that are sent and keeps the others', async () => {
  const { person, edit, me, profileOf } = await startProfiles();
  const ann = await person();
  const { display_name: before } = await me(ann);
  const links = ['https://ann.example', 'http://tea.example/a?b=c#d'];
  expect(
    await edit(ann, { fields: { bio: 'Tea\r\nfirst.', links: JSON.stringify(['', ...links, ' ']) } }),
  ).toEqual({
    status: 200,
    message: 'Profile updated successfully',
    profile_image_url: null,
  });
  expect(await me(ann)).toMatchObject({ bio: 'Tea\nfirst.', links, display_name: before });
  await edit(ann, { fields: { display_name: ' Ann ' } });
  expect(await me(ann)).toMatchObject({ bio: 'Tea\nfirst.', links, display_name: 'Ann' });
  await edit(ann, { fields: { bio: '', links: '[]' } });
  expect((await profileOf(ann, ann)).data).toMatchObject({ bio: null, links: [], display_name: 'Ann' });
  expect((await edit(ann, {})).status).toBe(200);
});

it.each([
  [
    'PR-15',
    { links: JSON.stringify(Array(6).fill('https://a.example')) },
    'too_many_links',
    'Maximum 5 links allowed',
  ],
  [
    'SV-18',
    { links: '["javascript:alert(1)"]' },
    'invalid_link',
    'Links must start with http:// or https://',
  ],
  [
    'SV-18',
    { links: '["https://ann:secret@a.example"]' },
    'unusable_link',
    'This link can’t be used: https://ann:secret@a.example',
  ],
  ['SV-18', { links: '[' }, 'invalid_link', 'Links must start with http:// or https://'],
  ['PR-14', { bio: 'a'.repeat(501) }, 'bio_too_long', 'Use at most 500 characters for the bio'],
  ['SV-18', { display_name: ' ' }, 'invalid_display_name', 'Use 1 to 40 characters for the name'],
  ['R-20', { bio: 'a\u0000b' }, 'malformed_request', 'This request could not be read.'],
])('%s: refuses %o and changes nothing', async (_id, fields, code, detail) => {
  const { person, edit, me } = await startProfiles();
  const ann = await person();
  await edit(ann, { fields: { bio: 'before' } });
  const before = await me(ann);
  expect(await edit(ann, { fields: { bio: 'after', ...fields } })).toMatchObject({
    status: 400,
    code,
    detail,
  });
  expect(await me(ann)).toEqual(before);
});

it('PR-14, CO-05, CO-06: accepts the longest allowed bio and links', async () => {
  const { person, edit, me } = await startProfiles();
  const ann = await person();
  const bio = '\u3042'.repeat(500);
  const links = Array.from({ length: 5 }, (_, n) => `https://a.example/${n}${'x'.repeat(2029)}`);
  expect((await edit(ann, { fields: { bio, links: JSON.stringify(links) } })).status).toBe(200);
  expect(await me(ann)).toMatchObject({ bio, links });
});

it('PR-19: refuses guests with the request to upgrade', async () => {
  const { guest, edit, me } = await startProfiles();
  const visitor = await guest();
  expect(await edit(visitor, { fields: { bio: 'hello' } })).toMatchObject({
    status: 403,
    code: 'profile_needs_account',
    detail: 'Upgrade to permanent user',
  });
  expect((await me(visitor)).bio).toBeNull();
});

it('PR-17, X-39: stores a square copy of a file, shows it everywhere, and deletes the previous one', async () => {
  const { person, edit, me, profileOf, url, publicUrl } = await startProfiles();
  const ann = await person();
  const first = await edit(ann, { file: await picture(), fields: { profile_image_url: '' } });
  expect(first.profile_image_url).toMatch(/^\/media\/avatars\/[0-9a-f]{32}$/);
  const shown = await look(url, first.profile_image_url);
  const { width, height, format } = await sharp(shown.bytes).metadata();
  expect([shown.status, format, width === height]).toEqual([200, 'webp', true]);
  expect(await me(ann)).toMatchObject({
    profile_image_url: first.profile_image_url,
    profile_picture: first.profile_image_url,
  });
  // A form with unchanged values changes nothing.
  const { profile_image_url: same } = await edit(ann, {
    fields: { bio: 'hi', profile_image_url: first.profile_image_url ?? '' },
  });
  expect(same).toBe(first.profile_image_url);
  expect((await edit(ann, { fields: { profile_image_url: `${publicUrl}${same}` } })).profile_image_url).toBe(
    same,
  );
  const second = await edit(ann, { file: await picture() });
  expect(second.profile_image_url).not.toBe(first.profile_image_url);
  expect((await look(url, second.profile_image_url)).status).toBe(200);
  expect((await look(url, first.profile_image_url)).status).toBe(404);
  expect((await edit(ann, { fields: { remove_image: 'true' } })).profile_image_url).toBeNull();
  expect((await look(url, second.profile_image_url)).status).toBe(404);
  expect((await profileOf(ann, ann)).data.profile_image_url).toBeNull();
});

it('PR-17, PR-18: refuses a text, a file together with an address, and an address that is no image', async () => {
  const host = await startPictureHost();
  onTestFinished(() => host.close());
  const { person, edit, me, url } = await startProfiles({ outbound: host.outbound });
  const ann = await person();
  const address = host.serve('/me.png', await picture());
  expect(await edit(ann, { file: await picture(), fields: { profile_image_url: address } })).toMatchObject({
    status: 400,
    code: 'picture_file_and_url',
    detail: 'Choose a file or a URL for the picture, not both',
  });
  expect(await edit(ann, { file: Buffer.from('no picture') })).toMatchObject({
    status: 415,
    code: 'invalid_image_format',
  });
  const missing = host.serve('/missing.txt', Buffer.from('no picture'));
  for (const wrong of [missing, 'http://127.0.0.1/me.png', 'javascript:alert(1)', 'me.png'])
    expect(await edit(ann, { fields: { profile_image_url: wrong } })).toMatchObject({
      status: 400,
      code: 'image_url_failed',
    });
  expect((await me(ann)).profile_image_url).toBeNull();
  const taken = await edit(ann, { fields: { profile_image_url: address } });
  expect(taken.profile_image_url).toMatch(/^\/media\/avatars\/[0-9a-f]{32}$/);
  host.serve('/me.png', Buffer.from('something else now'));
  expect((await look(url, taken.profile_image_url)).status).toBe(200);
});

it('CO-31: refuses a picture of more than 10 MB', async () => {
  const { person, edit } = await startProfiles();
  const file = Buffer.alloc(10 * 1024 * 1024 + 1);
  expect(await edit(await person(), { file })).toMatchObject({ status: 413, code: 'image_too_large' });
});

it('of two concurrent picture uploads one stays and the other is deleted', async () => {
  const { person, edit, me, url, database, idOf } = await startProfiles();
  const ann = await person();
  const file = await picture();
  const answers = await Promise.all(Array.from({ length: 3 }, () => edit(ann, { file })));
  const { profile_image_url: current } = await me(ann);
  for (const { status, profile_image_url: address } of answers) {
    expect(status).toBe(200);
    expect((await look(url, address)).status).toBe(address === current ? 200 : 404);
  }
  const { rows } = await sql`SELECT FROM images WHERE owner_id = ${await idOf(ann)}`.execute(database.db);
  expect(rows).toHaveLength(1);
});

it('SV-13: the picture is deleted with its account', async () => {
  const { person, edit, client, url } = await startProfiles();
  const ann = await person();
  const { profile_image_url: address } = await edit(ann, { file: await picture() });
  expect((await look(url, address)).status).toBe(200);
  await client('DELETE /users/me', { body: { password: PASSWORD } }, ann);
  await eventually(async () => expect((await look(url, address)).status).toBe(404));
});

it('X-39: a new name and picture appear immediately wherever the user is shown', async () => {
  const { person, edit, client, openChat, profileOf, publicProfileOf } = await startProfiles();
  const { ann, bob, annChat } = await openChat();
  await annChat.say('hello');
  const fields = { display_name: 'Ann Anew' };
  const { profile_image_url: address } = await edit(ann, { file: await picture(), fields });
  expect(address).toMatch(/^\/media\/avatars\//);
  const eve = await person();
  const params = { username: ann.username };
  const named = { ...params, ...fields };
  const dialog = await client('GET /groupchat/users/:username/profile', { params }, eve);
  expect(dialog.data).toMatchObject({ ...named, profile_picture: address });
  expect((await profileOf(eve, ann)).data).toMatchObject({ ...named, profile_picture: address });
  expect((await publicProfileOf(ann)).data).toMatchObject({ ...named, profile_image_url: address });
  const { data: list } = await client('GET /messages/conversations', { query: {} }, bob);
  expect(list.conversations).toMatchObject([{ ...params, profile_picture: address }]);
  const { data: people } = await client('GET /users/list', { query: params }, eve);
  expect(people.users).toMatchObject([{ ...params, profile_picture: address }]);
});
