import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../accessible.ts';
import {
  desktop,
  expect,
  message,
  openRoom,
  openRoomAs,
  phone,
  register,
  rowOf,
  sendMessage,
  test,
} from '../journey.ts';

/** Chooses an entry of a message's menu. */
async function choose(page: Page, text: string, entry: string): Promise<void> {
  const row = rowOf(page, text).first();
  await row.hover();
  await row.getByRole('button', { name: /^Options of the message/ }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

const input = (page: Page): Locator => page.getByLabel('Message', { exact: true });

test('three people: replies, edits, mentions, whispers and formatting (RY, ED, MN, FT-01)', async ({
  browser,
  server,
  client,
}) => {
  const people = [
    await register(client, 'asha'),
    await register(client, 'kavi'),
    await register(client, 'meera'),
  ];
  const [asha, kavi, meera] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
  const groupId = await openRoom(client, people);
  const first = await openRoomAs(browser, server, asha, { ...desktop, groupId });
  const second = await openRoomAs(browser, server, kavi, { ...phone, colorScheme: 'dark', groupId });
  const third = await openRoomAs(browser, server, meera, { ...desktop, colorScheme: 'dark', groupId });

  await sendMessage(first, 'who brings *samosas* and ||a surprise|| to the terrace?');
  await expect(first.getByText('samosas', { exact: true }).first()).toBeVisible();

  await test.step('a reply quotes its original, and follows its edit', async () => {
    const original = second
      .getByRole('region', { name: 'Messages' })
      .getByRole('listitem')
      .filter({ hasText: 'who brings' });
    await expect(original).toBeVisible();
    await original.getByRole('button', { name: /^Options of the message/ }).click();
    await second.getByRole('menuitem', { name: 'Reply', exact: true }).click();
    await expect(input(second)).toBeFocused();
    await sendMessage(second, 'me, a dozen');
    await expect(message(first, 'me, a dozen')).toBeVisible();
    await input(first).press('ArrowUp');
    await expect(input(first)).toHaveValue(/^who brings/);
    await input(first).fill('who brings pakoras to the terrace?');
    await input(first).press('Enter');
    await expect(message(second, 'who brings pakoras to the terrace?').first()).toBeVisible();
    await expect(message(third, 'me, a dozen')).toBeVisible();
    await expect(rowOf(third, 'me, a dozen')).toContainText('who brings pakoras');
    await expect(rowOf(first, 'who brings pakoras to the terrace?').first()).toContainText('edited');
  });

  await test.step('a whisper that becomes a mention', async () => {
    await input(third).fill(`@${asha.username} could you bring chai?`);
    await expect(third.getByText(/^Only you and/).first()).toBeVisible();
    await input(third).press('Alt+w');
    await expect(third.getByText('Everybody', { exact: true }).first()).toBeVisible();
    await input(third).press('Enter');
    await expect(second.getByText('could you bring chai?').first()).toBeVisible();
    await expect(first.locator('mark').first()).toBeVisible();
    // The choice is remembered for the room.
    await input(third).fill(`@${asha.username} the surprise is a cake`);
    await expect(third.getByText('Everybody', { exact: true }).first()).toBeVisible();
    await input(third).press('Alt+w');
    await expect(third.getByText(/^Only you and/).first()).toBeVisible();
    await sendMessage(third, `@${asha.username} the surprise is a cake`);
    await expect(first.getByText('the surprise is a cake').first()).toBeVisible();
    await expect(second.getByText('the surprise is a cake')).toHaveCount(0);
  });

  await test.step('the search finds the edited word and not the former one', async () => {
    await first.keyboard.press('Control+k');
    const search = first.getByRole('combobox', { name: 'Search everything' });
    await search.fill('pakoras');
    await expect(first.getByRole('option').filter({ hasText: 'pakoras' }).first()).toBeVisible();
    await expectAccessible(first, 'the search');
    await search.fill('samosas');
    await expect(first.getByRole('option').filter({ hasText: 'terrace' })).toHaveCount(0);
    await first.keyboard.press('Escape');
  });

  await test.step('a deleted original empties its quotes', async () => {
    await choose(first, 'who brings pakoras to the terrace?', 'Delete');
    await first
      .getByRole('button', { name: /^Delete/ })
      .last()
      .click();
    await expect(rowOf(second, 'me, a dozen')).toContainText('deleted');
  });
  for (const [page, name] of [
    [first, 'desktop'],
    [second, 'phone'],
    [third, 'dark desktop'],
  ] as const)
    await expectAccessible(page, `a room with replies and mentions: ${name}`);
});
