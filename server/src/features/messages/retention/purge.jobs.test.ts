import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { uploadRecording } from '../../media/audio/recordings.fixture.ts';
import { eventually, freshWord, startPrivacy, type Person } from '../../privacy/privacy.fixture.ts';
import { filesWith, tablesWith } from '../../privacy/find-words.fixture.ts';

beforeAll(async () => void (await startPrivacy()));

async function startRoom() {
  const fixture = await startPrivacy();
  const { database, client, person, open, join, connect, run } = fixture;
  const [ann, bob] = [await person(), await person()];
  const groupId = await open(ann);
  await join(bob, groupId);
  const room = await connect(bob, groupId);

  /** Sends a message; returns its id. */
  async function say(word: string, imageId?: string): Promise<string> {
    const sent = await room.send(word, imageId === undefined ? {} : { image_id: imageId });
    if (!('_id' in sent)) throw new Error('The message was refused.');
    return sent._id;
  }
  const remove = (ids: readonly string[]) =>
    client('POST /groupchat/delete_messages', { body: { message_ids: [...ids] } }, bob);
  const isStored = async (word: string) => (await tablesWith(database, word)).includes('messages');
  /** Moves the time of all deletions into the past by a number of days. */
  async function pass(days: number): Promise<void> {
    await sql`
      UPDATE messages SET deleted_at = now() - make_interval(days => ${days}::int)
      WHERE deleted_at IS NOT NULL`.execute(database.db);
    await sql`
      UPDATE conversation_clearings SET cleared_at = now() - make_interval(days => ${days}::int)`.execute(
      database.db,
    );
  }
  /** Runs the purge until the content of a given message is removed. */
  async function purgeUntilRemoved(word: string): Promise<void> {
    await run('messages.purge');
    await eventually(async () => expect(await isStored(word)).toBe(false));
  }
  return { ...fixture, ann, bob, groupId, room, say, remove, isStored, pass, purgeUntilRemoved };
}

const report = (
  fixture: Awaited<ReturnType<typeof startRoom>>,
  by: Person,
  whom: Person,
  messageId: string,
) =>
  fixture.client(
    'POST /users/report',
    {
      body: {
        reported_username: whom.username,
        reason: 'Please look at this',
        message_id: messageId,
        group_id: fixture.groupId,
      },
    },
    by,
  );

describe('SV-104: deleted messages', () => {
  it('lose their text and pictures after 30 days, and not before', async () => {
    const { bob, say, remove, pass, isStored, purgeUntilRemoved, uploadPicture, dataDir } = await startRoom();
    const [kept, fresh, old] = [freshWord(), freshWord(), freshWord()];
    const imageId = await uploadPicture(bob);
    await say(kept);
    await remove([await say(old, imageId)]);
    await pass(31);
    await remove([await say(fresh)]);
    expect(filesWith(dataDir, imageId)).not.toEqual([]);
    await purgeUntilRemoved(old);
    await eventually(() => expect(filesWith(dataDir, imageId)).toEqual([]));
    expect(await isStored(kept)).toBe(true);
    expect(await isStored(fresh)).toBe(true);
  });

  it('VM-01: lose their recordings, too', async () => {
    const { bob, room, remove, pass, run, database, url, dataDir } = await startRoom();
    const audioId = await uploadRecording(url, bob);
    const sent = await room.send('', { audio_id: audioId });
    if (!('_id' in sent)) throw new Error('The message was refused.');
    await remove([sent._id]);
    expect(filesWith(dataDir, audioId)).not.toEqual([]);
    await pass(31);
    await run('messages.purge');
    await eventually(() => expect(filesWith(dataDir, audioId)).toEqual([]));
    const tables = await tablesWith(database, audioId);
    expect(tables).not.toContain('messages');
    expect(tables).not.toContain('recordings');
  });

  it('keep a picture that another message shows', async () => {
    const { bob, say, remove, pass, purgeUntilRemoved, uploadPicture, dataDir, quiet } = await startRoom();
    const [gone, shown] = [freshWord(), freshWord()];
    const imageId = await uploadPicture(bob);
    await say(shown, imageId);
    await remove([await say(gone, imageId)]);
    await pass(31);
    await purgeUntilRemoved(gone);
    await quiet();
    expect(filesWith(dataDir, imageId)).not.toEqual([]);
  });

  it('keep their content while an open report refers to them, and lose it once it is decided', async () => {
    const fixture = await startRoom();
    const { ann, bob, say, remove, pass, isStored, purgeUntilRemoved, database } = fixture;
    const [named, other] = [freshWord(), freshWord()];
    const id = await say(named);
    expect((await report(fixture, ann, bob, id)).status).toBe(200);
    await remove([id, await say(other)]);
    await pass(31);
    await purgeUntilRemoved(other);
    expect(await isStored(named)).toBe(true);
    await sql`UPDATE reports SET status = 'dismissed' WHERE message_id = ${id}`.execute(database.db);
    await purgeUntilRemoved(named);
  });

  it('are purged in the same way when all messages were deleted in one operation, repeatedly, or with the room', async () => {
    const fixture = await startRoom();
    const { ann, bob, client, groupId, say, pass, isStored, purgeUntilRemoved, database } = fixture;
    const [first, named, second, last] = [freshWord(), freshWord(), freshWord(), freshWord()];
    const clear = () => client('POST /groupchat/delete_messages', { body: { group_id: groupId } }, ann);
    await say(first);
    const id = await say(named);
    expect((await report(fixture, ann, bob, id)).status).toBe(200);
    await clear();
    await pass(31);
    await say(second);
    await clear();
    await purgeUntilRemoved(first);
    expect([await isStored(named), await isStored(second)]).toEqual([true, true]);
    await say(last);
    await client('POST /groupchat/groups/delete', { body: { group_id: groupId } }, ann);
    await sql`UPDATE reports SET status = 'dismissed' WHERE message_id = ${id}`.execute(database.db);
    await pass(31);
    await purgeUntilRemoved(last);
    expect(await isStored(second)).toBe(false);
    await purgeUntilRemoved(named);
  });
});

describe('ED-04: former texts', () => {
  const changed = async (
    fixture: Awaited<ReturnType<typeof startRoom>>,
    former: string,
    word = freshWord(),
  ) => {
    const id = await fixture.say(former);
    const params = { id };
    const body = { content: word };
    expect((await fixture.client('PATCH /messages/:id', { params, body }, fixture.bob)).status).toBe(200);
    return id;
  };
  const isKept = async ({ database }: Awaited<ReturnType<typeof startRoom>>, word: string) =>
    (await tablesWith(database, word)).includes('message_versions');

  it('go 7 days after their message is deleted, which keeps its last text; those of other messages stay', async () => {
    const fixture = await startRoom();
    const { remove, pass, run, isStored } = fixture;
    const [kept, fresh, old, last] = [freshWord(), freshWord(), freshWord(), freshWord()];
    await changed(fixture, kept);
    await remove([await changed(fixture, old, last)]);
    await pass(8);
    await remove([await changed(fixture, fresh)]);
    await run('messages.purge');
    await eventually(async () => expect(await isKept(fixture, old)).toBe(false));
    expect([await isKept(fixture, kept), await isKept(fixture, fresh)]).toEqual([true, true]);
    expect(await isStored(last)).toBe(true);
  });

  it('stay while an open report names the message, and go when it is decided', async () => {
    const fixture = await startRoom();
    const { ann, bob, remove, pass, run, database } = fixture;
    const [named, other] = [freshWord(), freshWord()];
    const id = await changed(fixture, named);
    expect((await report(fixture, ann, bob, id)).status).toBe(200);
    await remove([id, await changed(fixture, other)]);
    await pass(8);
    await run('messages.purge');
    await eventually(async () => expect(await isKept(fixture, other)).toBe(false));
    expect(await isKept(fixture, named)).toBe(true);
    await sql`UPDATE reports SET status = 'dismissed' WHERE message_id = ${id}`.execute(database.db);
    await run('messages.purge');
    await eventually(async () => expect(await isKept(fixture, named)).toBe(false));
  });

  it('go in the same way when all messages were deleted in one operation', async () => {
    const fixture = await startRoom();
    const { ann, client, groupId, pass, run } = fixture;
    const word = freshWord();
    await changed(fixture, word);
    await client('POST /groupchat/delete_messages', { body: { group_id: groupId } }, ann);
    await run('messages.purge');
    expect(await isKept(fixture, word)).toBe(true);
    await pass(8);
    await run('messages.purge');
    await eventually(async () => expect(await isKept(fixture, word)).toBe(false));
  });

  it('SV-13: go with the texts of an account that is deleted with its messages', async () => {
    const fixture = await startRoom();
    const { bob, client, quiet } = fixture;
    const word = freshWord();
    await changed(fixture, word);
    const body = { password: PASSWORD, remove_content: true };
    expect((await client('DELETE /users/me', { body }, bob)).status).toBe(200);
    await quiet();
    await eventually(async () => expect(await isKept(fixture, word)).toBe(false));
  });
});
