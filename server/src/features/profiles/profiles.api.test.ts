import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import { offerPlan, subscribe } from '../creators/creators.fixture.ts';
import { insertPosts } from '../feed/posts/post-rows.fixture.ts';
import { startProfiles, type Person } from './profiles.fixture.ts';

/** Creates a user with a complete profile, and another user who reads it. */
async function startCompleteProfile() {
  const fixture = await startProfiles();
  const { database, person, edit, idOf } = fixture;
  const [ann, bob, eve] = [await person(), await person(), await person()];
  const [annId, bobId, eveId] = [await idOf(ann), await idOf(bob), await idOf(eve)];
  const fields = {
    bio: 'Tea first.',
    links: JSON.stringify(['https://ann.example']),
    display_name: 'Ann of the Hills',
  };
  expect((await edit(ann, { fields })).status).toBe(200);
  const planId = await offerPlan(database, annId, { cents: 499, days: 30, name: 'Front row' });
  await subscribe(database, bobId, annId);
  await sql`INSERT INTO follows (follower_id, followed_id) VALUES (${bobId}, ${annId})`.execute(database.db);
  const suspend = ({ username }: Person) =>
    sql`UPDATE users SET suspended_at = now() WHERE username = ${username}`.execute(database.db);
  return { ...fixture, ann, bob, eve, annId, eveId, planId, suspend };
}

it('SV-16, PR-13, X-39: a profile carries both field sets, with the plans', async () => {
  const { ann, bob, planId, profileOf, database, annId } = await startCompleteProfile();
  await sql`UPDATE users SET profile_image_url = '/media/avatars/a' WHERE id = ${annId}`.execute(database.db);
  await insertPosts(database, { authorId: annId, count: 2 });
  const { data } = await profileOf(bob, { username: ` ${ann.username.toUpperCase()} ` });
  expect(data).toEqual({
    username: ann.username,
    display_name: 'Ann of the Hills',
    bio: 'Tea first.',
    links: ['https://ann.example'],
    profile_image_url: '/media/avatars/a',
    profile_picture: '/media/avatars/a',
    is_guest: false,
    plans: [
      {
        plan_id: planId,
        name: 'Front row',
        amount: 4.99,
        validity_days: 30,
        description: null,
        creator: ann.username,
        created_at: expect.stringMatching(/Z$/),
      },
    ],
    total_subscribers: 1,
    total_followers: 1,
    total_following: 0,
    total_posts: 2,
    total_locked: 0,
    is_subscribed: true,
    is_following: true,
    is_blocked: false,
    blocked_by_me: false,
    is_self: false,
    referral_code: null,
  });
});

it('SV-16: only the user sees their own referral code', async () => {
  const { ann, eve, profileOf, me } = await startCompleteProfile();
  const own = (await profileOf(ann, ann)).data;
  expect(own).toMatchObject({ is_self: true, is_subscribed: false, is_following: false });
  expect(own.referral_code).toBe((await me(ann)).referral_code);
  expect(own.referral_code).toMatch(/./);
  expect((await profileOf(eve, ann)).data).toMatchObject({
    is_self: false,
    is_subscribed: false,
    is_following: false,
    referral_code: null,
  });
});

it('X-26: counts the posts that the viewer may find, and all posts for the owner', async () => {
  const { ann, eve, annId, profileOf, database } = await startCompleteProfile();
  await insertPosts(database, { authorId: annId, count: 3 });
  await insertPosts(database, { authorId: annId, count: 2, visibility: 'private' });
  expect((await profileOf(eve, ann)).data.total_posts).toBe(3);
  expect((await profileOf(ann, ann)).data.total_posts).toBe(5);
});

it('R-14: blocked users see only a name and a picture, in both directions', async () => {
  const { ann, bob, annId, profileOf, block, unblock, database } = await startCompleteProfile();
  await sql`UPDATE users SET profile_image_url = '/media/avatars/a' WHERE id = ${annId}`.execute(database.db);
  await insertPosts(database, { authorId: annId });
  const limited = {
    username: ann.username,
    display_name: 'Ann of the Hills',
    bio: null,
    links: [],
    profile_image_url: '/media/avatars/a',
    profile_picture: '/media/avatars/a',
    is_guest: false,
    plans: [],
    total_subscribers: 0,
    total_followers: 0,
    total_following: 0,
    total_posts: 0,
    total_locked: 0,
    is_subscribed: false,
    is_following: false,
    is_blocked: true,
    is_self: false,
    referral_code: null,
  };
  await block(ann, bob);
  expect((await profileOf(bob, ann)).data).toEqual({ ...limited, blocked_by_me: false });
  await unblock(ann, bob);
  expect((await profileOf(bob, ann)).data).toMatchObject({ is_blocked: false, bio: 'Tea first.' });
  await block(bob, ann);
  expect((await profileOf(bob, ann)).data).toEqual({ ...limited, blocked_by_me: true });
});

it('PR-08: guests have a profile and may read others', async () => {
  const { ann, guest, profileOf } = await startCompleteProfile();
  const visitor = await guest();
  expect((await profileOf(visitor, visitor)).data).toMatchObject({
    is_guest: true,
    is_self: true,
    plans: [],
  });
  expect((await profileOf(visitor, ann)).data).toMatchObject({
    bio: 'Tea first.',
    plans: [{ amount: 4.99 }],
  });
  expect((await profileOf(ann, visitor)).data.is_guest).toBe(true);
});

it('SV-16: an unknown name, a suspended and a deleted account return the same response', async () => {
  const { ann, bob, eve, eveId, annId, client, profileOf, publicProfileOf, suspend } =
    await startCompleteProfile();
  await suspend(bob);
  expect((await client('DELETE /users/me', { body: { password: PASSWORD } }, eve)).status).toBe(200);
  for (const username of ['nobody-at-all', bob.username, eve.username, `deleted-${eveId}`]) {
    for (const { status, error } of [await profileOf(ann, { username }), await publicProfileOf({ username })])
      expect([status, error.code, error.detail]).toEqual([404, 'user_not_found', 'User not found']);
  }
  expect(annId).not.toBe(eveId);
});

it('SH-21: a profile is visible without an account, but not a guest’s', async () => {
  const { ann, guest, publicProfileOf, client, url } = await startCompleteProfile();
  const { data, status } = await publicProfileOf({ username: ann.username.toUpperCase() });
  expect(status).toBe(200);
  expect(data).toEqual({
    username: ann.username,
    display_name: 'Ann of the Hills',
    bio: 'Tea first.',
    links: ['https://ann.example'],
    profile_image_url: null,
    total_subscribers: 1,
  });
  expect((await publicProfileOf(await guest())).error.code).toBe('user_not_found');
  const params = { username: ann.username };
  const keyless = await client(
    'GET /public/profiles/:username',
    { params },
    { headers: { 'x-api-key': '' } },
  );
  expect(keyless.error.code).toBe('invalid_api_key');
  expect((await fetch(`${url}/feed/profile/${ann.username}`)).status).toBe(401);
});
