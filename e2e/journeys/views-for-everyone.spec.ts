import { expectAccessible, layouts } from '../accessible.ts';
import { expect, openAs, openRoom, register, sendMessage, test } from '../journey.ts';

for (const [where, options] of layouts) {
  test(`every view, ${where}, light and dark: axe finds nothing, nothing scrolls sideways`, async ({
    browser,
    server,
    client,
  }) => {
    test.setTimeout(180_000);
    const context = await browser.newContext({ ...options, baseURL: server.url });
    const visitor = await context.newPage();
    const publicPaths = [
      '/',
      '/register?ref=abc',
      '/forgot-password',
      '/reset-password?token=x',
      '/verify-email?token=x',
      '/change-email?token=x',
      '/undo-email-change?token=x',
      '/undo-login?token=x',
      '/change-email',
      '/error',
    ];
    for (const path of publicPaths) {
      await visitor.goto(path);
      await expect(visitor.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expectAccessible(visitor, path);
    }
    await visitor.goto('/');
    await visitor.getByRole('button', { name: 'Enter as a guest' }).click();
    await expect(visitor.getByRole('dialog')).toBeVisible();
    await expectAccessible(visitor, 'guest dialog');
    await context.close();

    const ann = await register(client, 'ann');
    const other = await register(client, 'a-name-of-almost-thirty');
    const groupId = await openRoom(client, [ann, other]);
    const otherGroupId = await openRoom(client, [other]);
    const page = await openAs(browser, server, ann, options);
    const memberPaths = [
      '/v1',
      '/v1?tab=feed',
      '/v1?tab=profile',
      '/reports',
      '/v1/group/create',
      `/v1/group/${otherGroupId}`,
      `/v1/group/${'0'.repeat(24)}`,
    ];
    for (const path of memberPaths) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expectAccessible(page, path);
    }
    await page.goto(`/v1/group/${groupId}`);
    await sendMessage(page, `${'averylongword'.repeat(20)} https://example.com/${'path/'.repeat(30)}`);
    await expect(page.getByText(/averylongword/).first()).toBeVisible();
    await expectAccessible(page, 'room');
    await page.context().close();
  });
}
