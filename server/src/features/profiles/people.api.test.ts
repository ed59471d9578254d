import { PEOPLE_MAX } from '@adda/contract/accounts';
import { expect, it } from 'vitest';
import { PASSWORD } from '../accounts/accounts.fixture.ts';
import { startProfiles, type Person } from './profiles.fixture.ts';

async function startPeople() {
  const fixture = await startProfiles();
  const ask = (viewer: Person, ...usernames: readonly string[]) =>
    fixture.client('GET /people', { query: { usernames: usernames.join(',') } }, viewer);
  const names = async (viewer: Person, ...usernames: readonly string[]) =>
    (await ask(viewer, ...usernames)).data.people.map(({ username }) => username);
  return { ...fixture, ask, names };
}

it('HM-07: returns names and pictures in the order of the names, each user once', async () => {
  const { ask, person, guest, database } = await startPeople();
  const [ann, bob, visitor] = [await person(), await person(), await guest()];
  await database.db
    .updateTable('users')
    .set({ profile_image_url: '/media/avatars/a', display_name: 'Bobby' })
    .where('username', '=', bob.username)
    .execute();
  const { data } = await ask(visitor, bob.username.toUpperCase(), 'nobody-here', ann.username, bob.username);
  expect(data.people).toEqual([
    { username: bob.username, display_name: 'Bobby', picture: '/media/avatars/a' },
    { username: ann.username, display_name: expect.any(String), picture: null },
  ]);
});

it('HM-07, R-07: leaves out users with a block in either direction, suspended and deleted ones', async () => {
  const { names, person, block, suspend, client } = await startPeople();
  const [ann, bob, eve, away, gone] = [
    await person(),
    await person(),
    await person(),
    await person(),
    await person(),
  ];
  await block(ann, bob);
  await suspend(away);
  await client('DELETE /users/me', { body: { password: PASSWORD } }, gone);
  const all = [ann, bob, eve, away, gone].map(({ username }) => username);
  expect(await names(ann, ...all)).toEqual([ann.username, eve.username]);
  expect(await names(bob, ...all)).toEqual([bob.username, eve.username]);
});

it('HM-07: refuses a request without a session, without names or with too many', async () => {
  const { ask, client, person } = await startPeople();
  const ann = await person();
  expect((await client('GET /people', { query: { usernames: 'ann' } })).status).toBe(401);
  expect((await ask(ann, '')).status).toBe(422);
  const many = Array.from({ length: PEOPLE_MAX + 1 }, (_none, n) => `n${n}`);
  expect((await ask(ann, ...many)).status).toBe(422);
  expect((await ask(ann, ...many.slice(1))).status).toBe(200);
});
