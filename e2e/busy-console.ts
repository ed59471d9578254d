import type { ReportInput } from '@adda/contract/moderation';
import { sendUpload } from '../server/src/features/feed/posts/send-upload.fixture.ts';
import { randomPicture } from '../server/src/features/media/pictures.fixture.ts';
import { talk } from '../server/src/seed/talk.ts';
import type { Client } from '../server/src/test/client.ts';
import { expect, freshName, openRoom, register } from './journey.ts';
import { confirmEmail } from './money.ts';
import type { Server } from './server.ts';

type Person = { readonly username: string; readonly token: string };
type Operators = { readonly admin: Person; readonly second: Person };
type Environment = { readonly server: Server; readonly client: Client };

/** Nearly the maximum length of a username, to test the layout. */
const LONG_NAME = 'a-name-of-almost-thirty';

/** Realistic reasons of reports; some long, one without a line-break opportunity. */
const REASONS: readonly string[] = [
  'Keeps writing although I asked him twice to stop, and now from a second room as well.',
  'This picture shows me, and I never said yes to it.',
  'Sells followers under every single post.',
  'Insults everybody who disagrees about the cricket.',
  `Look at this: ${'averylongwordwithoutaspace'.repeat(5)}`,
  'I think that this person is not who they say they are. They asked me for money for a hospital, then for a train, and when I said no they threatened to show our chat to my family.',
];

/** Creates the content that is reported: posts with pictures, and a room with messages. */
async function createReportedContent({ server, client }: Environment): Promise<void> {
  const people = [await register(client, LONG_NAME), await register(client, 'mira')];
  const file = await randomPicture().jpeg().toBuffer();
  for (const caption of ['Monsoon on our rooftop', 'averylongword'.repeat(12), '']) {
    for (const person of people)
      expect((await sendUpload(server.url, person, { file, fields: { caption } })).status).toBe(201);
  }
  const groupId = await openRoom(client, people);
  const says = ['Did you see the match?', 'averylongword'.repeat(12), REASONS[5] ?? '', 'Nobody asked you!'];
  const lines = Array.from({ length: 16 }, (_, n) => ({
    id: `line-${n}`,
    firstSpeaker: 0,
    by: n + 1, // only one report per reporter and reported user can be open, so the users alternate
    says: says[n % says.length] ?? '',
  }));
  await talk({ url: server.url, client, groupId }, people, lines);
  // Others see a picture once it is processed.
  const reader = await register(client, 'reader');
  const posted = async () => (await client('GET /feed/', { query: { limit: 10 } }, reader)).data.length;
  await expect.poll(posted, { timeout: 60_000 }).toBe(6);
}

/** Registers an account with this e-mail address. */
async function registerWithEmail(client: Client, email: string): Promise<Person> {
  const username = freshName('back-again');
  const person = { sex: 'male', birth_date: '1998-02-03', country: 'UK', state: 'Wales' } as const;
  const { data } = await client('POST /auth/register', {
    body: { username, email, password: 'warm chai at dusk', ...person },
  });
  return { username, token: data.access_token };
}

/** Reports a user, a message or a post. */
async function report(client: Client, by: Person, what: Omit<ReportInput, 'block'>): Promise<void> {
  if (what.reported_username === by.username) return;
  expect((await client('POST /users/report', { body: what }, by)).status).toBe(200);
}

/** Creates a user with many reports, and a banned user with another account under an alias. */
async function reportPeople(client: Client, admin: Person, reporters: readonly Person[]): Promise<void> {
  const reported = await register(client, LONG_NAME);
  for (const [n, by] of reporters.entries())
    await report(client, by, {
      reported_username: reported.username,
      reason: REASONS[n % REASONS.length] ?? '',
    });
  const mailbox = freshName('mailbox');
  const banned = await registerWithEmail(client, `${mailbox}@gmail.com`);
  const params = { username: banned.username };
  const body = { reason: 'You deceived people to get money.' };
  expect((await client('POST /admin/users/:username/suspend', { params, body }, admin)).status).toBe(200);
  await registerWithEmail(client, `${mailbox}+new@gmail.com`);
}

/** Reports posts and messages of users in a room. */
async function reportContent(client: Client, reporters: readonly Person[]): Promise<void> {
  const [visitor] = reporters;
  if (!visitor) return;
  const posts = (await client('GET /feed/', { query: { limit: 10 } }, visitor)).data.filter(
    (post) => !post.is_ad,
  );
  const { data: rooms } = await client('GET /groupchat/groups', { query: {} }, visitor);
  const groupId = rooms.groups[0]?.group_id ?? '';
  for (const by of reporters)
    await client('POST /groupchat/groups/join', { body: { group_id: groupId } }, by);
  const query = { group_id: groupId };
  const { data: history } = await client('GET /groupchat/group-messages', { query }, visitor);
  for (const [n, by] of reporters.entries()) {
    const reason = REASONS[(n + 1) % REASONS.length] ?? '';
    const post = posts[n % posts.length];
    if (post)
      await report(client, by, { reported_username: post.sender_username, media_id: post.media_id, reason });
    const message = history.messages.at(-1 - n);
    if (message)
      await report(client, by, {
        reported_username: message.sender,
        message_id: message._id,
        group_id: groupId,
        reason,
      });
  }
}

/** Creates a user who was suspended for a week and appeals. */
async function createAppeal(client: Client, admin: Person): Promise<void> {
  const suspended = await register(client, 'loud');
  const params = { username: suspended.username };
  const until = new Date(Date.now() + 7 * 86_400_000).toISOString();
  const body = { reason: 'You insulted people in three rooms.', until };
  await client('POST /admin/users/:username/suspend', { params, body }, admin);
  const text = 'I was quoting a film, and everybody in that room knows it. Please look at what came before.';
  const appealed = await client('POST /auth/suspension/appeal', { body: { token: suspended.token, text } });
  expect(appealed.status).toBe(200);
}

/** Gives a user a bonus that is large enough to need a second administrator. */
async function giveLargeBonus(
  client: Client,
  { admin, second }: Operators,
  username: string,
  amount: number,
) {
  const bonus = { username, amount, type: 'star_bonus', description: 'For a good idea' } as const;
  await client('POST /admin/wallet/bonus', { body: bonus }, admin);
  const { data } = await client('GET /admin/wallet/bonuses', { query: { status: 'waiting' } }, second);
  const waiting = data.bonuses.find((each) => each.username === username);
  if (!waiting) return;
  const params = { bonus_id: waiting.id };
  await client('PATCH /admin/wallet/bonuses/:bonus_id', { params, body: { status: 'given' } }, second);
}

/** Creates users with pending payouts, and one with a pending bonus. */
async function requestPayouts({ server, client }: Environment, operators: Operators): Promise<void> {
  for (const [name, amount] of [
    [LONG_NAME, 98_765.5],
    ['lata', 500],
  ] as const) {
    const person = await register(client, name);
    await confirmEmail(server, client, person);
    await giveLargeBonus(client, operators, person.username, Math.ceil(amount));
    const payee = { kind: 'upi', name: 'Lata Example', account: 'lata.example@upi' } as const;
    await client('POST /wallet/payee', { body: payee }, person);
    const { status } = await client('POST /wallet/request-payout', { body: { amount } }, person);
    expect(status).toBe(200);
  }
  const { username } = await register(client, LONG_NAME);
  const bonus = { username, amount: 98_765, type: 'star_bonus', description: REASONS[4] ?? '' } as const;
  await client('POST /admin/wallet/bonus', { body: bonus }, operators.second);
}

/** Creates listed words, a blocked file hash, ads and announcements. */
async function createConsoleEntries(client: Client, admin: Person): Promise<void> {
  for (const [word, action] of [
    ['free followers', 'refuse'],
    ['hospital money', 'review'],
    ['averylongwordwithoutaspace'.repeat(2), 'review'],
  ] as const)
    await client('POST /admin/words', { body: { word, action } }, admin);
  const hash = { kind: 'sha256', value: 'ab'.repeat(32), note: 'From another server' } as const;
  await client('POST /admin/upload-hashes', { body: hash }, admin);
  const ad = {
    sponsor: 'Monsoon Tea Company and Sons of the Western Ghats',
    caption: 'Loose leaf, strong opinions.',
    target_url: 'https://example.com/tea',
  };
  await client('POST /admin/ads', { body: { ...ad, kind: 'feed' } }, admin);
  const rewardFields = { category: 'regular', adType: freshName('tea'), reward: 3, clicks: 5 } as const;
  await client('POST /admin/ads', { body: { ...ad, ...rewardFields, kind: 'reward' } }, admin);
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const soon = { text: 'Next week there is a meeting.', tone: 'info', starts_at: later } as const;
  await client('POST /admin/announcements', { body: soon }, admin);
  const now = {
    text: 'Tonight from two to three we move house: messages may take a little longer than usual.',
    link: 'https://example.com/status',
    tone: 'warning',
  } as const;
  await client('POST /admin/announcements', { body: now }, admin);
}

/** Fills every section of the admin console: many reports, an appeal, a suspected second account, payouts and ads. */
export async function fillConsole(environment: Environment, operators: Operators): Promise<void> {
  const { client } = environment;
  const { admin } = operators;
  const reporters: Person[] = [];
  for (let n = 0; n < 14; n += 1) reporters.push(await register(client, n === 3 ? LONG_NAME : 'reporter'));
  await createReportedContent(environment);
  await reportPeople(client, admin, reporters.slice(0, 12));
  await reportContent(client, reporters);
  await createAppeal(client, admin);
  await requestPayouts(environment, operators);
  await createConsoleEntries(client, admin);
}
