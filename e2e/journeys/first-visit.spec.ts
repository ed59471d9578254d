import { expectAccessible } from '../accessible.ts';
import {
  desktop,
  enterAsGuest,
  enterGuest,
  expect,
  freshName,
  message,
  openRoom,
  phone,
  register,
  sendMessage,
  test,
} from '../journey.ts';

for (const [size, options] of [
  ['1280', desktop],
  ['390', phone],
] as const) {
  test(`HM-04: at ${size} px, three presses lead from the guest form to a first message in a live room`, async ({
    browser,
    server,
    client,
  }) => {
    const host = await register(client, 'host');
    const guest = await enterGuest(client, 'Nova');
    await openRoom(client, [host, guest]);

    const context = await browser.newContext({ ...options, baseURL: server.url });
    const page = await context.newPage();
    await page.goto('/');
    await enterAsGuest(page);
    await expect(page.getByRole('heading', { name: 'Come on in' })).toBeVisible();
    const lively = page.getByRole('list', { name: 'Talking now' });
    await expect(lively.getByRole('listitem').first()).toBeVisible();
    await expectAccessible(page, 'first visit');
    // Other journeys may have busier rooms.
    await lively.getByRole('button', { name: 'Join' }).first().click();
    const text = freshName('first words ');
    await sendMessage(page, text);
    await expect(message(page, text)).toBeVisible();
    await context.close();
  });
}
