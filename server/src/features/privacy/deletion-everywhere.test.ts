import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/logging/logger.ts';
import { PASSWORD, registration } from '../accounts/accounts.fixture.ts';
import { halves } from '../media/pictures.fixture.ts';
import { giveCoins } from '../wallet/wallet.fixture.ts';
import { eventually, freshWord, startPrivacy, type Person } from './privacy.fixture.ts';
import { filesWith, tablesByWord, tablesWith } from './find-words.fixture.ts';

/** Tables that keep user content after a deletion by design; all others must not. */
const RETAINED_TABLES = ['reports'];

/** Starts an application at debug level and records its log lines. */
async function startLogging() {
  const lines: string[] = [];
  const logger = createLogger('debug', { write: (line) => void lines.push(line) });
  return { ...(await startPrivacy({ LOG_LEVEL: 'debug' }, { logger })), lines };
}

type Fixture = Awaited<ReturnType<typeof startLogging>>;

/** Creates a user with a unique word in every field that accepts text. */
async function plant(fixture: Fixture) {
  const { client, database, person, open, join, connect, connectChat, post, uploadPicture, quiet } = fixture;
  const words = {
    name: freshWord(),
    display: freshWord(),
    bio: freshWord(),
    link: freshWord(),
    room: freshWord(),
    whisper: freshWord(),
    chat: freshWord(),
    caption: freshWord(),
    hashtag: freshWord(),
    file: freshWord(),
    key: freshWord(),
    comment: freshWord(),
    payee: freshWord(),
    plan: freshWord(),
    clientMessage: freshWord(),
    draft: freshWord(),
    firstDraft: freshWord(),
  };
  const body = registration(words.name);
  const { data } = await client('POST /auth/register', { body });
  const ann: Person = { username: data.username, token: data.access_token };
  const bob = await person();
  const annId = await fixture.userIdOf(ann);
  await sql`UPDATE users SET email_verified_at = now() WHERE id = ${annId}`.execute(database.db);
  await fixture.editProfile(ann, {
    bio: words.bio,
    link: `https://${words.link}.example/`,
    displayName: words.display,
  });

  const groupId = await open(bob);
  await join(ann, groupId);
  const bobRoom = await connect(bob, groupId);
  const room = await connect(ann, groupId);
  await room.send(words.room, { image_id: await uploadPicture(ann), clientMessageId: words.clientMessage });
  await room.send(`@${bob.username} ${words.whisper}`);
  const bobChat = await connectChat(bob, ann);
  await (await connectChat(ann, bob)).say(words.chat, { image_id: await uploadPicture(ann) });
  await bobChat.say('Hello');

  await client('PUT /drafts', { body: { group_id: groupId, text: words.draft } }, ann);
  const { username: recipient } = await person();
  await client('PUT /drafts', { body: { recipient, text: words.firstDraft } }, ann);

  const file = await halves().jpeg().toBuffer();
  const fields = { caption: words.caption, hashtags: words.hashtag, upload_key: words.key };
  await post(ann, { file, name: `${words.file}.jpg`, fields });
  const { media_id: mediaId = '' } = await post(bob, { fields: { caption: 'A day out' } });
  await client('POST /media/comment', { body: { media_id: mediaId, comment: words.comment } }, ann);
  await client('POST /media/like', { body: { media_id: mediaId } }, ann);
  await client('POST /subscriptions/follow', { query: { target_username: bob.username } }, ann);
  const payee = { kind: 'upi', name: words.payee, account: 'someone@upi' } as const;
  await client('POST /wallet/payee', { body: payee }, ann);
  const plan = {
    creator: words.name,
    name: words.plan,
    amount: 3,
    validity_days: 30,
    description: words.plan,
  };
  await client('POST /subscriptions/plan', { body: plan }, ann);
  await sql`
    INSERT INTO sandbox_orders (order_id, gateway, amount, currency, description, receipt)
    VALUES (${freshWord()}, 'razorpay', 300, 'INR', ${`Gold by ${words.name}`}, 'r')`.execute(database.db);
  await giveCoins(database, annId, 20);
  const gift = { group_id: groupId, recipient_username: bob.username, gift_type: 'kiss' } as const;
  expect((await client('POST /groupchat/groups/send-gift', { body: gift }, ann)).status).toBe(200);
  await client('POST /auth/password/forgot', { body: { email: body.email } });
  const report = { reported_username: bob.username, reason: `Not kind to ${words.name}` };
  await client('POST /users/report', { body: report }, ann);
  await sql`
    INSERT INTO notifications (id, user_id, kind, text, about)
    SELECT substr(md5(random()::text), 1, 24), id, 'report_decided', 'We have looked.', ${words.name}
    FROM users WHERE username = ${bob.username}`.execute(database.db);
  await client('GET /feed/profile/:sender', { params: { sender: words.name } }, bob);
  await fixture.askForCopy(ann);
  await fixture.ready(ann);
  await quiet();
  return { words, ann, bob, groupId, bobRoom, bobChat, annId };
}

describe('SV-13, SV-104: deleting an account with its content', { timeout: 120_000 }, () => {
  it('leaves no word in the database, the media, the mails, the logs and in later responses and events', async () => {
    const fixture = await startLogging();
    const { database, dataDir, lines, quiet, end, connect, connectShell, history, mails } = fixture;
    const { words, ann, bob, groupId, bobRoom, bobChat } = await plant(fixture);
    // Control: all words are present before the deletion; otherwise the search below would prove nothing.
    const { payee: _sealed, ...searchable } = words;
    for (const [word, found] of await tablesByWord(database, Object.values(searchable)))
      expect(found, word).not.toEqual([]);
    expect(mails().join()).toContain(words.name);
    expect(filesWith(dataDir, words.name)).not.toEqual([]);

    expect((await end(ann, PASSWORD, true)).status).toBe(200);
    await quiet();

    await eventually(async () => {
      for (const [what, word] of Object.entries(words)) {
        const found = await tablesWith(database, word);
        expect(
          found.filter((table) => !RETAINED_TABLES.includes(table)),
          what,
        ).toEqual([]);
        expect(filesWith(dataDir, word), what).toEqual([]);
        expect(
          lines.filter((line) => line.includes(word)),
          what,
        ).toEqual([]);
      }
    });
    expect(await tablesWith(database, 'someone@upi')).toEqual([]);
    // Connected clients receive the deletions.
    await eventually(() => {
      expect(bobRoom.received.filter(({ event }) => event === 'message_deleted').length).toBeGreaterThan(0);
      expect(bobChat.all('message_deleted').length).toBeGreaterThan(0);
    });
    const [room, shell] = [await connect(bob, groupId), await connectShell(bob)];
    await room.send('Still here');
    const received = JSON.stringify([(await history(bob, groupId)).data, room.received, shell.received]);
    for (const word of Object.values(words)) expect(received).not.toContain(word);
  });

  it('R-15: the bytes of its pictures and files are deleted as well', async () => {
    const fixture = await startLogging();
    const { ann, annId } = await plant(fixture);
    const { database, end, quiet, dataDir } = fixture;
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM images WHERE owner_id = ${annId} UNION ALL SELECT id FROM media_files WHERE owner_id = ${annId}`.execute(
      database.db,
    );
    expect(rows).toHaveLength(4);
    for (const { id } of rows) expect(filesWith(dataDir, id), id).not.toEqual([]);
    expect((await end(ann, PASSWORD, true)).status).toBe(200);
    await quiet();
    await eventually(() => {
      for (const { id } of rows) expect(filesWith(dataDir, id), id).toEqual([]);
    });
  });
});

describe('SV-13: deleting an account without its content', () => {
  it('keeps the content without the name', async () => {
    const fixture = await startLogging();
    const { database, dataDir, quiet, end, history } = fixture;
    const { words, ann, bob, groupId } = await plant(fixture);
    expect((await end(ann, PASSWORD)).status).toBe(200);
    await quiet();
    const { messages } = (await history(bob, groupId)).data;
    expect(messages.map(({ content }) => content)).toContain(words.room);
    await eventually(async () => {
      for (const what of [
        'name',
        'display',
        'bio',
        'link',
        'caption',
        'hashtag',
        'file',
        'key',
        'comment',
      ] as const) {
        const found = await tablesWith(database, words[what]);
        expect(
          found.filter((table) => !RETAINED_TABLES.includes(table)),
          what,
        ).toEqual([]);
        expect(filesWith(dataDir, words[what]), what).toEqual([]);
      }
    });
  });
});

describe('SV-03, SV-104: guests inactive for 30 days', () => {
  it('are deleted with their content; other guests stay', async () => {
    const { database, guest, person, open, join, connect, run, history } = await startPrivacy();
    const [ann, visitor, regular] = [await person(), await guest(), await guest()];
    const groupId = await open(ann);
    const [gone, stays] = [freshWord(), freshWord()];
    for (const [someone, word] of [
      [visitor, gone],
      [regular, stays],
    ] as const) {
      await join(someone, groupId);
      await (await connect(someone, groupId)).send(word);
    }
    await sql`
      UPDATE users SET last_active_at = now() - interval '31 days' WHERE username = ${visitor.username}`.execute(
      database.db,
    );
    await run('accounts.idle-guests');
    await eventually(async () => expect(await tablesWith(database, gone)).toEqual([]));
    expect(await tablesWith(database, visitor.username)).toEqual([]);
    expect((await history(ann, groupId)).data.messages.map(({ content }) => content)).toContain(stays);
  });
});
