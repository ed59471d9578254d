import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../../accounts/accounts.fixture.ts';
import { uploadRecording } from '../../media/audio/recordings.fixture.ts';
import { openFile } from '../../feed/posts/post-files.fixture.ts';
import { filesWith } from '../../privacy/find-words.fixture.ts';
import { eventually, linesOf } from '../../privacy/privacy.fixture.ts';
import type { Person } from '../../direct/direct.fixture.ts';
import { startForwarding } from './forwards.fixture.ts';

/** A message of `ann` with a file, forwarded by `bob` to the other room. */
async function startFiles(kind: 'image' | 'audio') {
  const world = await startForwarding();
  const { ann, bob, eve, source, other, say, forward, uploadPicture, url, client, database, run, dataDir } =
    world;
  const fileId = await (kind === 'image' ? uploadPicture(ann) : uploadRecording(url, ann));
  const id = await say('', kind === 'image' ? { image_id: fileId } : { audio_id: fileId });
  const [copy] = (await forward(bob, id, [{ group_id: other }])).data.messages;

  /** Returns the status of the file by the link that a user has in a room. */
  async function served(reader: Person, groupId: string): Promise<number> {
    const links = (await world.messagesOf(reader, groupId)).map((message) =>
      kind === 'image' ? message.image_url : message.audio_url,
    );
    // After it may stand a notice about the new owner of the room (GR-05).
    const link = links.findLast((each) => each !== null);
    return (await openFile(url, link ?? '', { token: reader.token })).status;
  }
  const remove = (by: Person, messageId: string) =>
    client('POST /groupchat/delete_messages', { body: { message_ids: [messageId] } }, by);
  /** Removes the content of all messages that were deleted. */
  async function purge(): Promise<void> {
    await sql`UPDATE messages SET deleted_at = now() - interval '31 days' WHERE deleted_at IS NOT NULL`.execute(
      database.db,
    );
    await run('messages.purge');
  }
  const isContentGone = async (messageId: string) => {
    const [conversation = '', sequence = ''] = messageId.split('-');
    const { rows } = await sql`
      SELECT FROM messages WHERE conversation_id = ${Number.parseInt(conversation, 36)}
        AND sequence = ${Number.parseInt(sequence, 36)} AND image_id IS NULL AND audio_id IS NULL`.execute(
      database.db,
    );
    return rows.length === 1;
  };
  const files = () => filesWith(dataDir, fileId);
  const copyId = copy?._id ?? '';
  return { ...world, ann, bob, eve, source, other, id, copyId, served, remove, purge, isContentGone, files };
}

describe.each(['image', 'audio'] as const)('FT-06: a forwarded %s', (kind) => {
  it('is read in the new place, stays when the original goes, and goes with the last message', async () => {
    const { ann, bob, eve, source, other, id, copyId, served, remove, purge, isContentGone, files, leave } =
      await startFiles(kind);
    await leave(eve, source);
    expect(await served(eve, other)).toBe(200);
    await remove(ann, id);
    await purge();
    await eventually(async () => expect(await isContentGone(id)).toBe(true));
    expect(await served(eve, other)).toBe(200);
    await remove(bob, copyId);
    await purge();
    await eventually(() => expect(files()).toEqual([]));
  });

  it('stays when the account of its owner is deleted with all content', async () => {
    const { ann, eve, other, id, client, served, quiet, isContentGone } = await startFiles(kind);
    const body = { password: PASSWORD, remove_content: true };
    expect((await client('DELETE /users/me', { body }, ann)).status).toBe(200);
    await quiet();
    expect(await isContentGone(id)).toBe(true);
    expect(await served(eve, other)).toBe(200);
  });
});

it('FT-06, SV-104: the data export of a user who forwards names no file of another user', async () => {
  const { ann, bob, eve, id, forward, copyOf } = await startFiles('image');
  await forward(bob, id, [{ recipient: eve.username }]);
  const ofBob = await copyOf(bob);
  expect(linesOf(ofBob, 'room_messages.jsonl')).toMatchObject([{ image: null }]);
  expect(linesOf(ofBob, 'private_messages.jsonl')).toMatchObject([{ image: null, has_image: true }]);
  const ofAnn = await copyOf(ann);
  const [sent] = linesOf(ofAnn, 'room_messages.jsonl');
  expect(ofAnn.has(String(sent?.['image']))).toBe(true);
});

it('FT-06, MR-01: nothing is forwarded to a stranger', async () => {
  const { bob, eve, other, id, forward, read, messagesOf, person } = await startFiles('audio');
  const stranger = await person();
  const count = (await messagesOf(eve, other)).length;
  expect(await forward(bob, id, [{ group_id: other }, { recipient: stranger.username }])).toMatchObject({
    status: 403,
    error: { code: 'not_for_strangers' },
  });
  expect(await messagesOf(eve, other)).toHaveLength(count);
  expect((await read(stranger, bob)).data.messages).toEqual([]);
});
