import { randomInt } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { connectShellTo, LIMITED, startLimited, startSafety, type Person } from './safety.fixture.ts';

// Starting two nodes takes time.
beforeAll(async () => void (await startLimited()), 120_000);

type Shell = Awaited<ReturnType<typeof connectShellTo>>;

/** Sends a message to each user. Returns, in the same order, its id or the code of the refusal. */
async function writeTo(shell: Shell, names: readonly string[]): Promise<{ id?: string; code?: string }[]> {
  const answers = await Promise.all(names.map((recipient) => shell.send('hello', { recipient })));
  return answers.map((answer) => ('code' in answer ? { code: answer.code } : { id: answer._id }));
}

const freshAccount = () => {
  const username = `stays${randomInt(1e9)}`;
  return { username, email: `${username}@example.org`, password: 'correct horse battery' };
};

const stored = (answers: readonly { id?: string }[]) => answers.filter(({ id }) => id !== undefined).length;

it('SV-105: of 50 concurrent first contacts over two nodes exactly 20 are stored; refused ones leave no data', async () => {
  const { url, person, strangers, storedOf, startSecondNode } = await startLimited();
  const there = await startSecondNode(LIMITED);
  const [ann, names] = [await person(), await strangers(50)];
  const [one, other] = [await connectShellTo(url, ann), await connectShellTo(there.url, ann)];
  const [here, beyond] = await Promise.all([
    writeTo(one, names.slice(0, 25)),
    writeTo(other, names.slice(25)),
  ]);
  const answers = [...here, ...beyond];
  expect(stored(answers)).toBe(20);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([undefined, 'first_contacts_used_up']));
  expect(await storedOf(ann)).toEqual({ messages: 20, conversations: 20 });
});

it('SV-105: a refusal contains limit and retry time; earlier recipients are not affected', async () => {
  const { connectShell, person, strangers, set } = await startLimited();
  await set({ first_contacts_per_day: 2 });
  const [ann, [first = '', second = '', third = '']] = [await person(), await strangers(3)];
  const shell = await connectShell(ann);
  expect(stored(await writeTo(shell, [first, second]))).toBe(2);
  const refused = await shell.send('hello', { recipient: third, clientMessageId: 'c3' });
  expect(refused).toMatchObject({
    code: 'first_contacts_used_up',
    clientMessageId: 'c3',
    detail: 'In your first days you can write to 2 new people a day. Please try again later.',
    most: 2,
  });
  expect(refused).toHaveProperty(
    'retry_after',
    expect.toSatisfy((seconds: number) => seconds > 86_000 && seconds <= 86_400),
  );
  expect(stored(await writeTo(shell, [first, second, first]))).toBe(3);
});

it('SV-105: the limit applies to any 24 hours, while the account is new', async () => {
  const { connectShell, person, guest, strangers, set, passHours, age } = await startLimited();
  await set({ first_contacts_per_day: 1 });
  const names = await strangers(6);
  for (const someone of [await person(), await guest()]) {
    const shell = await connectShell(someone);
    const code = async (recipient = '') => (await writeTo(shell, [recipient]))[0]?.code;
    expect(await code(names[0])).toBeUndefined();
    expect(await code(names[1])).toBe('first_contacts_used_up');
    await passHours(someone, 23.9);
    expect(await code(names[1])).toBe('first_contacts_used_up');
    await passHours(someone, 0.2);
    expect(await code(names[1])).toBeUndefined();
    expect(await code(names[2])).toBe('first_contacts_used_up');
    await age(someone, 71.9);
    expect(await shell.send('hello', { recipient: names[2] ?? '' })).toHaveProperty(
      'retry_after',
      expect.toSatisfy((seconds: number) => seconds <= 360),
    );
    await age(someone, 72.1);
    expect(stored(await writeTo(shell, names.slice(2)))).toBe(4);
  }
});

it('SV-105: replies are not first contacts, and whispers in a room do not count', async () => {
  const { connectShell, connect, person, strangers, roomOf, set, join } = await startLimited();
  await set({ first_contacts_per_day: 1 });
  const [ann, bob, [stranger = '']] = [await person(), await person(), await strangers(1)];
  const shell = await connectShell(ann);
  const { creator, groupId } = await roomOf(0);
  await join(ann, groupId);
  const room = await connect(ann, groupId);
  expect(await room.send(`@${creator.username} hello`)).toMatchObject({ sequence: 1 });
  expect(stored(await writeTo(await connectShell(bob), [ann.username]))).toBe(1);
  expect(stored(await writeTo(shell, [stranger]))).toBe(1);
  expect(stored(await writeTo(shell, [bob.username]))).toBe(1);
  expect((await writeTo(shell, [creator.username]))[0]?.code).toBe('first_contacts_used_up');
});

it('SV-105: messages refused for another reason do not count', async () => {
  const { connectShell, person, strangers, block, set, refuse } = await startLimited();
  await set({ first_contacts_per_day: 1 });
  const [ann, bob, [stranger = '']] = [await person(), await person(), await strangers(1)];
  await block(bob, ann);
  await refuse('qxqzqj');
  const shell = await connectShell(ann);
  expect(await shell.refusal('hello', { recipient: bob.username })).toBe('blocked_by_user');
  expect(await shell.refusal('hello', { recipient: 'nobody-here' })).toBe('user_not_found');
  expect(await shell.refusal('qxqzqj', { recipient: stranger })).toBe('words_refused');
  expect(await shell.refusal('hello', { recipient: stranger })).toBeUndefined();
});

it('SV-105: of two concurrent first messages between two users, only one counts', async () => {
  const { connectShell, person, strangers, set } = await startLimited();
  await set({ first_contacts_per_day: 1 });
  const [ann, bob, [stranger = '']] = [await person(), await person(), await strangers(1)];
  const [annShell, bobShell] = [await connectShell(ann), await connectShell(bob)];
  await writeTo(annShell, [stranger]);
  // Ann has used up her contacts. In either order, Bob's message is stored.
  const [, bobs] = await Promise.all([writeTo(annShell, [bob.username]), writeTo(bobShell, [ann.username])]);
  expect(stored(bobs)).toBe(1);
  expect(stored(await writeTo(annShell, [bob.username]))).toBe(1);
});

it('SV-105: admins and accounts that are not new have no limit, and operators can turn it off', async () => {
  const { connectShell, client, guest, admin, age, strangers, set } = await startLimited();
  await set({ first_contacts_per_day: 1 });
  const names = await strangers(3);
  const all = async (someone: Person) => stored(await writeTo(await connectShell(someone), names));
  expect(await all(await admin())).toBe(3);
  const oldGuest = await guest();
  await age(oldGuest, 100);
  const { data } = await client('POST /auth/upgrade', { body: freshAccount() }, oldGuest);
  expect(await all({ username: data.username, token: data.access_token })).toBe(3);
  const newGuest = await guest();
  expect(await all(newGuest)).toBe(1);
  await set({ first_contacts_per_day: 1, new_account_hours: 0 });
  expect(await all(newGuest)).toBe(3);
});

it('SV-105: upgrading restarts neither the time nor the count', async () => {
  const { connectShell, client, guest, strangers, set } = await startLimited();
  await set({ first_contacts_per_day: 1 });
  const [gus, names] = [await guest(), await strangers(2)];
  expect(stored(await writeTo(await connectShell(gus), names.slice(0, 1)))).toBe(1);
  const { data } = await client('POST /auth/upgrade', { body: freshAccount() }, gus);
  const shell = await connectShell({ username: data.username, token: data.access_token });
  expect(await shell.refusal('hello', { recipient: names[1] ?? '' })).toBe('first_contacts_used_up');
});

it('SV-105: RATE_LIMITS=off disables the limit', async () => {
  const [{ connectShell }, { person, strangers }] = [await startSafety(), await startLimited()];
  const [ann, names] = [await person(), await strangers(30)];
  expect(stored(await writeTo(await connectShell(ann), names))).toBe(30);
});
