import { beforeAll, expect, it } from 'vitest';
import { startLimited, startSafety, type Person } from './safety.fixture.ts';

// Starting two nodes takes time.
beforeAll(async () => void (await startLimited()), 120_000);

async function startTwo() {
  const fixture = await startLimited();
  const { ann, bob, annChat, bobChat } = await fixture.openChat();
  const isPlain = async (viewer: Person, peer: Pick<Person, 'username'>) =>
    (await fixture.read(viewer, peer)).data.plain_links;
  return { ...fixture, ann, bob, annChat, bobChat, isPlain };
}

it('SV-105: links of a new account stay plain until the first reply, even if the reply is deleted', async () => {
  const { ann, bob, annChat, bobChat, isPlain, deleteMessages } = await startTwo();
  expect(await isPlain(bob, ann)).toBe(true);
  await annChat.say('look at https://a.example');
  expect([await isPlain(bob, ann), await isPlain(ann, bob)]).toEqual([true, false]);
  const answer = await bobChat.say('hello');
  expect(await isPlain(bob, ann)).toBe(false);
  await deleteMessages(bob, ann, [answer]);
  expect(await isPlain(bob, ann)).toBe(false);
});

it('SV-105: links of an older account are links; operators can turn the limit off', async () => {
  const { ann, bob, annChat, isPlain, age, set, person } = await startTwo();
  await annChat.say('look at https://a.example');
  await set({ plain_links: false });
  expect(await isPlain(bob, ann)).toBe(false);
  await set({ new_account_hours: 0 });
  expect(await isPlain(bob, ann)).toBe(false);
  await set({});
  expect(await isPlain(bob, ann)).toBe(true);
  await age(ann, 72.1);
  expect(await isPlain(bob, ann)).toBe(false);
  expect(await isPlain(bob, await person())).toBe(true);
});

it('SV-105: RATE_LIMITS=off disables the limit', async () => {
  const [{ ann, bob }, { read }] = [await startTwo(), await startSafety()];
  expect((await read(bob, ann)).data.plain_links).toBe(false);
});
