import { expectAccessible } from '../accessible.ts';
import { desktop, expect, openRoom, openRoomAs, phone, register, test } from '../journey.ts';
import { withMicrophone } from '../launch-options.ts';

test.use({ launchOptions: withMicrophone });

test('a voice message, recorded by keyboard, heard by another person (VM-01, VM-02)', async ({
  browser,
  server,
  client,
}) => {
  const [asha, kavi] = [await register(client, 'asha'), await register(client, 'kavi')];
  const groupId = await openRoom(client, [asha, kavi]);
  const first = await openRoomAs(browser, server, asha, { ...desktop, groupId, permissions: ['microphone'] });
  const second = await openRoomAs(browser, server, kavi, { ...phone, colorScheme: 'dark', groupId });

  await first.getByRole('button', { name: 'Record a voice message' }).focus();
  await first.keyboard.press('Enter');
  const timer = first.getByRole('timer', { name: 'Recording' });
  await expect(timer).toHaveText('0:02');
  await expectAccessible(first, 'a recording');
  await first.getByRole('button', { name: 'Stop recording' }).focus();
  await first.keyboard.press('Enter');
  await expect(first.getByRole('button', { name: 'Listen to the recording' })).toBeVisible();
  const heights = await first
    .getByRole('group', { name: /^Voice message, \d seconds$/ })
    .locator('rect')
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
  expect(Math.max(...heights), 'the beeps are in the waveform').toBeGreaterThan(Math.min(...heights));
  await first.getByRole('button', { name: 'Send voice message' }).click();

  const heard = second.getByRole('listitem').getByRole('group', { name: /^Voice message, \d seconds$/ });
  await expect(heard).toBeVisible();
  const dot = heard.getByRole('img', { name: 'Not heard yet' });
  await expect(dot).toBeVisible();
  const endOf = async (target: typeof dot) => {
    const box = await target.boundingBox();
    return (box?.x ?? 0) + (box?.width ?? 0);
  };
  const bubble = second.locator('[data-bubble]').last();
  expect(await endOf(dot), 'nothing leaves the bubble').toBeLessThan(await endOf(bubble));
  await expectAccessible(second, 'a voice message');
  await heard.getByRole('button', { name: 'Play' }).click();
  await expect(dot).toHaveCount(0);
});
