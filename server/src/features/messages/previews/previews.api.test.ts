import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventually } from '../../direct/direct.fixture.ts';
import { messageRefOf } from '../message-id.codec.ts';
import { pageOf, previewsOf, startPreviews } from './previews.fixture.ts';

it('FT-05: the first link gets a card once: live, in history, after an edit and by catch-up, with one revision', async () => {
  const { serve, pictureUrl, openRoom, client, history, open, person, asked } = await startPreviews();
  const { ann, bob, groupId, annClient, bobClient, say } = await openRoom();
  const url = serve(pageOf('Green &amp; black', `<meta property="og:image" content="${pictureUrl()}">`));
  const id = await say(annClient, `look: ${url}. And ${serve(pageOf('Another'))}`);
  const preview = { url, title: 'Green & black', site: 'The Tea House', image_url: expect.any(String) };
  await eventually(() => {
    for (const { received } of [annClient, bobClient])
      expect(previewsOf({ received })).toEqual([
        { group_id: groupId, message_id: id, sequence: 1, preview, revision: 1 },
      ]);
  });
  const { data: page } = await history(bob, groupId);
  expect(page).toMatchObject({ revision: 1, messages: [{ _id: id, version: 1, preview }] });
  const query = { after_sequence: 1, after_revision: 0 };
  const { data: caughtUp } = await history(bob, groupId, query);
  expect(caughtUp).toMatchObject({ revision: 1, changed_messages: [{ _id: id, preview }], messages: [] });
  const { data: reacted } = await client(
    'PATCH /messages/:id',
    { params: { id }, body: { content: `${url} again` } },
    ann,
  );
  expect(reacted).toMatchObject({ preview, version: 2 });
  const link = previewsOf(bobClient)[0]?.preview?.image_url ?? '';
  expect(link).not.toContain('pictures.example');
  expect([await open(link, bob), await open(link, ann), await open(link, await person())]).toEqual([
    200, 200, 403,
  ]);
  expect(asked.filter((path) => url.endsWith(path))).toHaveLength(1);
});

it('FT-05: links with no_preview, in code or hidden, and those of a user who does not want cards get none', async () => {
  const { serve, openRoom, set, settled, asked } = await startPreviews();
  const { ann, annClient, bob, bobClient, say, messageFor } = await openRoom();
  const url = serve(pageOf('Tea'));
  await set(bob, false);
  const bare = [
    await say(annClient, url, { no_preview: true }),
    await say(annClient, `\`${url}\` ||${url}||`),
    await say(bobClient, url),
  ];
  await settled();
  for (const id of bare) expect(await messageFor(ann, id)).toMatchObject({ preview: null });
  expect(asked.filter((path) => url.endsWith(path))).toEqual([]);
  await set(bob, true);
  const id = await say(bobClient, url);
  await eventually(() => expect(previewsOf(annClient)).toMatchObject([{ message_id: id }]));
});

it('FT-05: in a private chat of strangers there are cards only after an answer, each with an own link', async () => {
  const { serve, pictureUrl, person, connectStranger, read, settled, open } = await startPreviews();
  const [ann, bob] = [await person(), await person()];
  const [annChat, bobChat] = [await connectStranger(ann, bob), await connectStranger(bob, ann)];
  const url = serve(pageOf('Tea', `<meta name="twitter:image" content="${pictureUrl()}">`));
  await annChat.say(url);
  await settled();
  expect((await read(bob, ann)).data.messages).toMatchObject([{ preview: null }]);
  await bobChat.say('hello');
  const id = await annChat.say(url);
  await eventually(() => {
    expect(previewsOf(annChat)).toMatchObject([{ username: bob.username, message_id: id, sequence: 3 }]);
    expect(previewsOf(bobChat)).toMatchObject([{ username: ann.username, message_id: id, revision: 1 }]);
  });
  const linkFor = (chat: typeof annChat) => previewsOf(chat)[0]?.preview?.image_url ?? '';
  expect([await open(linkFor(annChat), ann), await open(linkFor(bobChat), bob)]).toEqual([200, 200]);
  expect(await open(linkFor(annChat), bob)).not.toBe(200);
});

it('FT-05: links of a new account get no card, and those of an older one do', async () => {
  const limited = { RATE_LIMITS: 'on', REDIS_URL: '' };
  const { serve, openRoom, settled, database } = await startPreviews(limited);
  const { ann, annClient, say, messageFor } = await openRoom();
  const id = await say(annClient, serve(pageOf('Tea')));
  await settled();
  expect(await messageFor(ann, id)).toMatchObject({ preview: null });
  await sql`UPDATE users SET created_at = created_at - interval '80 hours'`.execute(database.db);
  let later = '';
  // Messages of one user are a second apart.
  await eventually(async () => {
    later = await say(annClient, serve(pageOf('Tea')));
  });
  await eventually(() => expect(previewsOf(annClient)).toMatchObject([{ message_id: later }]));
});

it('FT-05, X-35: a whisper has a card once all its recipients have answered, and no one else gets it', async () => {
  const { serve, openRoom, settled, connectChat, history } = await startPreviews();
  const { ann, bob, eve, groupId, annClient, bobClient, eveClient, say, messageFor } = await openRoom();
  const url = serve(pageOf('Tea'));
  const first = await say(annClient, `@${bob.username} ${url}`);
  await say(bobClient, `@${eve.username} not for ann`);
  await say(bobClient, 'for all');
  const second = await say(annClient, `@${bob.username} ${url}`);
  await settled();
  for (const id of [first, second]) expect(await messageFor(bob, id)).toMatchObject({ preview: null });
  await say(bobClient, `@${ann.username} hello`);
  const third = await say(annClient, `@${bob.username} ${url}`);
  await eventually(() => {
    for (const client of [annClient, bobClient])
      expect(previewsOf(client)).toMatchObject([{ message_id: third, preview: { url } }]);
  });
  const both = `@${bob.username} @${eve.username} ${url}`;
  await say(annClient, both);
  await settled();
  await (await connectChat(eve, ann)).say('hello ann');
  const fourth = await say(annClient, both);
  await eventually(() => expect(previewsOf(eveClient)).toMatchObject([{ message_id: fourth }]));
  expect(previewsOf(annClient)).toHaveLength(2);
  const caughtUp = await history(eve, groupId, { after_sequence: 100, after_revision: 0 });
  expect(caughtUp.data.changed_messages.map(({ _id }) => _id)).toEqual([fourth]);
});

it('ED-01, FT-05: an edit ends the card of a link that is gone, keeps that of one that stays, and a new link gets one', async () => {
  const { serve, pictureUrl, openRoom, edit, open } = await startPreviews();
  const { ann, annClient, bobClient, say, messageFor } = await openRoom();
  const image = `<meta property="og:image" content="${pictureUrl()}">`;
  const [tea, cake] = [serve(pageOf('Tea', image)), serve(pageOf('Cake'))];
  const id = await say(annClient, tea);
  await eventually(() => expect(previewsOf(bobClient)).toHaveLength(1));
  const link = (await messageFor(ann, id))?.preview?.image_url ?? '';
  expect((await edit(ann, id, `${cake} and ${tea}`)).data).toMatchObject({
    preview: { url: tea },
    version: 2,
  });
  expect((await edit(ann, id, 'no link')).data).toMatchObject({ preview: null, version: 3 });
  await eventually(() =>
    expect(bobClient.received.findLast(({ event }) => event === 'message_edited')?.payload).toMatchObject({
      content: 'no link',
      preview: null,
    }),
  );
  expect(await open(link, ann)).toBe(404);
  expect((await edit(ann, id, `now ${cake}`)).status).toBe(200);
  await eventually(() =>
    expect(previewsOf(bobClient)).toMatchObject([
      { preview: { url: tea }, revision: 1 },
      { preview: { url: cake, title: 'Cake', image_url: null }, revision: 5 },
    ]),
  );
});

it('FT-05: an edit before the page is there decides which card the message gets', async () => {
  const { serve, openRoom, edit, triesOf } = await startPreviews();
  const { ann, annClient, say } = await openRoom();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const slow = serve((_request, response) => {
    void released.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf('Slow')));
  });
  const fast = serve(pageOf('Fast'));
  const id = await say(annClient, slow);
  await eventually(async () => expect(await triesOf(id)).toBe(1));
  await edit(ann, id, fast);
  await eventually(() => expect(previewsOf(annClient)).toMatchObject([{ preview: { title: 'Fast' } }]));
  release();
  const last = await say(annClient, serve(pageOf('Last')));
  await eventually(() => expect(previewsOf(annClient).at(-1)).toMatchObject({ message_id: last }));
  expect(previewsOf(annClient)).toHaveLength(2);
});

it('FT-05: a deleted message loses its card, and a card is not made for one that is deleted meanwhile', async () => {
  const { serve, openRoom, client, open, pictureUrl, triesOf, settled } = await startPreviews();
  const { ann, bob, annClient, bobClient, say, messageFor } = await openRoom();
  const image = `<meta property="og:image" content="${pictureUrl()}">`;
  const remove = (id: string) =>
    client('POST /groupchat/delete_messages', { body: { message_ids: [id] } }, ann);
  const id = await say(annClient, serve(pageOf('Tea', image)));
  await eventually(() => expect(previewsOf(bobClient)).toHaveLength(1));
  const link = (await messageFor(bob, id))?.preview?.image_url ?? '';
  expect(await open(link, bob)).toBe(200);
  await remove(id);
  expect(await open(link, bob)).toBe(404);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const slow = await say(
    annClient,
    serve((_request, response) => {
      void released.then(() => response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf('Slow')));
    }),
  );
  await eventually(async () => expect(await triesOf(slow)).toBe(1));
  await remove(slow);
  release();
  await eventually(async () => expect(await triesOf(slow)).toBeUndefined());
  await settled();
  expect(previewsOf(bobClient)).toHaveLength(1);
});

it('SV-104: the card goes with the content of its message after 30 days, and so does its picture', async () => {
  const { serve, openRoom, client, pictureUrl, database, app } = await startPreviews();
  const { ann, annClient, say } = await openRoom();
  const image = `<meta property="og:image" content="${pictureUrl()}">`;
  const id = await say(annClient, serve(pageOf('Tea', image)));
  await eventually(() => expect(previewsOf(annClient)).toHaveLength(1));
  const conversationId = messageRefOf(id)?.conversationId;
  const leftOf = async () => {
    const { rows } = await sql<{ cards: number; images: number }>`
      SELECT (SELECT count(*) FROM message_previews WHERE conversation_id = ${conversationId}) AS cards,
        (SELECT count(*) FROM images JOIN users ON users.id = owner_id WHERE username = ${ann.username}) AS images`.execute(
      database.db,
    );
    return rows[0];
  };
  expect(await leftOf()).toEqual({ cards: 1, images: 1 });
  await client('POST /groupchat/delete_messages', { body: { message_ids: [id] } }, ann);
  await sql`
    UPDATE messages SET deleted_at = now() - interval '31 days'
    WHERE conversation_id = ${conversationId} AND deleted_at IS NOT NULL`.execute(database.db);
  await database.transaction((tx) => app.jobs.enqueue(tx, 'messages.purge', null));
  await eventually(async () => expect(await leftOf()).toEqual({ cards: 0, images: 0 }));
});

it('R-14: a member who has a block with the sender gets no card', async () => {
  const { serve, openRoom, block } = await startPreviews();
  const { ann, bob, annClient, bobClient, eveClient, say } = await openRoom();
  await block(bob, ann);
  await say(annClient, serve(pageOf('Tea')));
  await eventually(() => expect(previewsOf(eveClient)).toHaveLength(1));
  const id = await say(eveClient, serve(pageOf('Cake')));
  await eventually(() => expect(previewsOf(bobClient)).toMatchObject([{ message_id: id }]));
});
