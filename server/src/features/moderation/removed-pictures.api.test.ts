import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import { expect, it } from 'vitest';
import { formOf, UPLOAD_PATH } from '../media/media.fixture.ts';
import { onePicture, startReports, type Person } from './reports/reports.fixture.ts';

/** Creates a reported picture in a private chat, and a second upload of the same picture that was never sent. */
async function startPictured() {
  const world = await startReports();
  const { ann, bob, bobChat } = await world.openChat();
  const picture = await onePicture();
  const uploadAs = async (by: Person): Promise<string> => {
    const headers = { [API_KEY_HEADER]: DEFAULT_API_KEY, authorization: `Bearer ${by.token}` };
    const answer = await fetch(`${world.url}${UPLOAD_PATH}`, {
      method: 'POST',
      headers,
      body: formOf(picture),
    });
    const { image_id: id }: { image_id: string } = JSON.parse(await answer.text());
    return id;
  };
  const [sentId, unsentId] = [await uploadAs(bob), await uploadAs(bob)];
  const messageId = await bobChat.say('look', { image_id: sentId });
  const link = (await world.read(ann, bob)).data.messages.at(-1)?.image_url ?? '';
  const report = await world.reported(ann, bob, { message_id: messageId });
  const admin = await world.admin();
  const take = (keepOut: boolean) =>
    world.decide(admin, report, {
      status: 'resolved',
      action: 'delete_content',
      reason: 'Not yours to show.',
      keep_out: keepOut,
    });
  return { ...world, ann, bobChat, sentId, unsentId, link, report, admin, take };
}

it('SV-105: a removed picture cannot be sent again, neither by its upload id nor by that of a second upload', async () => {
  const { bobChat, sentId, unsentId, take } = await startPictured();
  expect((await take(true)).status).toBe(200);
  expect(await bobChat.refusal('again', { image_id: sentId })).toBeDefined();
  expect(await bobChat.refusal('again', { image_id: unsentId })).toBe('upload_refused');
});

it('SV-49: links to a removed picture stop working, the evidence stays', async () => {
  const { ann, link, take, openLink, detail, admin, report } = await startPictured();
  expect((await openLink(link, ann)).status).toBe(200);
  await take(true);
  await expect.poll(async () => (await openLink(link, ann)).status).toBe(404);
  const evidence = (await detail(admin, report)).evidence.messages.find((message) => message.image);
  expect((await openLink(evidence?.image?.url ?? '', admin)).status).toBe(200);
});

it('SV-105: without keep_out it can be sent again', async () => {
  const { bobChat, unsentId, take } = await startPictured();
  expect((await take(false)).status).toBe(200);
  expect(await bobChat.refusal('again', { image_id: unsentId })).toBeUndefined();
});
