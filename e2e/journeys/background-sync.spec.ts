import {
  desktop,
  expect,
  makeKnown,
  message,
  openAs,
  openRoom,
  register,
  sendMessage,
  test,
} from '../journey.ts';
import { openSyncer, workerOf } from '../push.ts';

test('PN-01, R-03: what was written without a network reaches the others after the app is closed, once and in order', async ({
  browser,
  server,
  client,
}) => {
  const [ann, ben] = [await register(client, 'ann'), await register(client, 'ben')];
  await makeKnown(client, ann, ben);
  const groupId = await openRoom(client, [ann, ben]);
  const page = await openAs(browser, server, ann, desktop);
  const context = page.context();
  const chat = await context.newPage();
  let isCut = false;
  await chat.routeWebSocket(/socket\.io/, (socket) => {
    const toServer = socket.connectToServer();
    socket.onMessage((frame) => isCut || toServer.send(frame));
  });
  await page.goto(`/v1/group/${groupId}`);
  await chat.goto(`/v1/chat/${ben.username}`);
  await sendMessage(chat, 'before');
  await workerOf(context);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  const control = await context.newPage();
  await control.goto(`${server.url}/favicon.svg`);
  const sync = await openSyncer(control);
  await expect(page.getByText('Connected', { exact: true }).first()).toBeVisible();

  // The network goes while she writes: the private chat, in which nobody writes without a connection (PC-23), does not notice at once.
  isCut = true;
  for (const text of ['one', 'two', 'three']) await sendMessage(chat, text);
  await context.setOffline(true);
  await sendMessage(page, 'in the room');
  for (const text of ['one', 'two', 'three']) await expect(message(chat, text)).toBeVisible();
  await expect(message(page, 'in the room')).toBeVisible();
  const query = { recipient: ann.username };
  const stored = async () =>
    (await client('GET /chat/messages', { query }, ben)).data.messages.map(({ content }) => content);
  await chat.close();
  await page.close();
  expect(await stored()).toEqual(['before']);

  await context.setOffline(false);
  await sync();
  await expect.poll(stored, { timeout: 30_000 }).toEqual(['before', 'one', 'two', 'three']);
  const bens = await openAs(browser, server, ben, desktop);
  await bens.goto(`/v1/group/${groupId}`);
  await expect(message(bens, 'in the room')).toHaveCount(1, { timeout: 30_000 });
  await bens.goto(`/v1/chat/${ann.username}`);
  for (const text of ['one', 'two', 'three']) await expect(message(bens, text)).toHaveCount(1);
  await bens.context().close();
  await context.close();
});
