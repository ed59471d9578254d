import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from '@playwright/test';
import { sendUpload } from '../server/src/features/feed/posts/send-upload.fixture.ts';
import { scene } from '../server/src/features/media/pictures.fixture.ts';
import { createClient, type Client } from '../server/src/test/client.ts';
import { inboxRows } from './chats.ts';
import { expect, freshName, makeKnown, openAs, register, test as base } from './journey.ts';
import { recordShifts } from './layout.ts';
import { messageInput } from './messages.ts';
import { sellPlan } from './money.ts';
import { adminCommand } from './operators.ts';
import { editProfile } from './profile-form.ts';
import { writeInRoom } from './rooms.ts';
import type { Server } from './server.ts';
import { shareThroughWorker } from './share.ts';
import { requestsRow, writePrivately } from './strangers.ts';

type Person = { readonly username: string; readonly token: string };

/** Who looks at the screens, and what is on them. */
export type Cast = {
  readonly asha: Person;
  readonly kavi: Person;
  /** A new account without chats. */
  readonly newcomer: Person;
  readonly admin: Person;
  /** A room of which asha is a member, and one of which she isn't. */
  readonly room: string;
  readonly foreignRoom: string;
  readonly post: string;
};

/** Tabs that are open at the same time. */
const AT_ONCE = 2;

const LONG_BIO = 'Rain, tea and long walks by the sea. I read more than I write. '.repeat(3);

/** Creates three rooms with messages; the first has both as members. */
async function fillRooms(server: Server, client: Client, [kavi, asha]: readonly [Person, Person]) {
  const ids: string[] = [];
  for (const topic of ['Tea, rain and the match on Sunday', 'Trains and maps', 'Films until late']) {
    const body = { name: freshName('Room '), topic, rules: 'Be kind.\nAsk before you share.' };
    const { data } = await client('POST /groupchat/groups/create', { body }, kavi);
    const texts = Array.from(
      { length: 24 },
      (_, n) => `line ${n}: ${'who has seen the rain? '.repeat(n % 5)}`,
    );
    await writeInRoom(server, kavi, data.group_id, texts);
    ids.push(data.group_id);
  }
  const [room = '', foreignRoom = ''] = ids;
  await client('POST /groupchat/groups/join', { body: { group_id: room } }, asha);
  await writeInRoom(server, asha, room, ['I have!', 'And you?']);
  await writeInRoom(server, kavi, room, [`@${asha.username} from the balcony`]);
  return { room, foreignRoom };
}

/** Shares posts with and without a picture, one of them locked; resolves with the id of the last one. */
async function sharePosts(server: Server, client: Client, [kavi, asha]: readonly [Person, Person]) {
  const planId = await sellPlan(client, kavi, { name: 'Front row', amount: 4.5 });
  const lock = { is_locked: 'true', plan_id: planId };
  let id = '';
  for (const [number, fields] of [lock, {}, {}, {}].entries()) {
    const file = await scene(number, 480, number % 2 ? 320 : 640)
      .jpeg()
      .toBuffer();
    const sent = await sendUpload(server.url, kavi, {
      file,
      fields: { caption: `scene ${number} #rain`, ...fields },
    });
    id = sent.media_id ?? '';
  }
  await sendUpload(server.url, asha, { fields: { caption: 'only words, but *many* of them. '.repeat(6) } });
  await client('POST /media/like', { body: { media_id: id } }, asha);
  return id;
}

/** Creates people, rooms, messages, requests, posts and notifications, so that no screen is empty. */
async function fillServer(server: Server): Promise<Cast> {
  const client = createClient(server.url);
  const [asha, kavi, admin, newcomer, stranger] = [
    await register(client, 'asha'),
    await register(client, 'kavi'),
    await register(client, 'leela'),
    await register(client, 'tara'),
    await register(client, 'omar'),
  ];
  await makeKnown(client, asha, kavi);
  await editProfile(server.url, kavi, { bio: LONG_BIO, links: JSON.stringify(['https://example.com/kavi']) });
  await editProfile(server.url, asha, { bio: LONG_BIO });
  const rooms = await fillRooms(server, client, [kavi, asha]);
  await writePrivately(server, kavi, asha.username, 'are you there?', 'the kettle is on');
  await writePrivately(server, stranger, asha.username, 'hello, I know you from the room');
  const post = await sharePosts(server, client, [kavi, asha]);
  await adminCommand(server, 'grant', admin.username);
  return { asha, kavi, newcomer, admin, ...rooms, post };
}

/** Every worker has one server, which is filled once. */
export const test = base.extend<object, { cast: Cast }>({
  // One of the screens is opened by what another app shares, which the service worker takes.
  serviceWorkers: 'allow',
  cast: [
    async ({ server }, provide) => provide(await fillServer(server)),
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** A screen of Adda: its address, who opens it, and what is there once it is. */
export type Screen = {
  readonly name: string;
  readonly path: (cast: Cast) => string;
  /** Nobody: without a session. */
  readonly as: 'asha' | 'newcomer' | 'admin' | 'nobody';
  readonly ready: (page: Page) => Locator;
  /** Presses of what opens it from the address. */
  readonly open?: (page: Page) => Promise<void>;
};

const heading = (name?: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level: 1, ...(name !== undefined && { name }) }).first();
const dialog = (name: string) => (page: Page) => page.getByRole('dialog', { name });

/**
 * Presses a button by a script: the browser counts no shift of the layout within half a second after a press of a user,
 * but nothing should move then either.
 */
export const press = (name: string | RegExp) => async (page: Page) => {
  const button = page.getByRole('button', { name }).filter({ visible: true }).first();
  await expect(button).toBeVisible();
  await button.evaluate((element: HTMLElement) => element.click());
};

const settings = ['account', 'privacy', 'notifications', 'appearance', 'languages', 'wallet', 'security'];

/** All screens, those without a session first. */
export const screens: readonly Screen[] = [
  { name: 'login', path: () => '/', as: 'nobody', ready: heading() },
  { name: 'register', path: () => '/register', as: 'nobody', ready: heading() },
  ...['change-email', 'undo-email-change', 'undo-login'].map((screen): Screen => ({
    name: screen,
    path: () => `/${screen}?token=x`,
    as: 'nobody',
    ready: heading(),
  })),
  {
    name: 'guest entry',
    path: () => '/',
    as: 'nobody',
    open: press('Enter as a guest'),
    ready: dialog('Enter as a guest'),
  },
  {
    name: 'room without a session',
    path: ({ room }) => `/v1/group/${room}`,
    as: 'nobody',
    ready: (page) => page.getByText('A room on Adda'),
  },
  {
    name: 'person without a session',
    path: ({ kavi }) => `/v1/chat/${kavi.username}`,
    as: 'nobody',
    ready: (page) => page.getByText('Somebody to talk to'),
  },
  {
    name: 'public profile',
    path: ({ kavi }) => `/profile/${kavi.username}`,
    as: 'nobody',
    ready: (page) => page.getByRole('list', { name: 'Posts' }),
  },
  {
    name: 'public post',
    path: ({ post }) => `/post/${post}`,
    as: 'nobody',
    ready: (page) => page.getByRole('article'),
  },
  {
    name: 'first visit',
    path: () => '/v1',
    as: 'newcomer',
    ready: (page) => page.getByRole('heading', { name: 'Come on in' }),
  },
  { name: 'chats', path: () => '/v1', as: 'asha', ready: (page) => inboxRows(page).first() },
  { name: 'room', path: ({ room }) => `/v1/group/${room}`, as: 'asha', ready: messageInput },
  {
    name: 'room from outside',
    path: ({ foreignRoom }) => `/v1/group/${foreignRoom}`,
    as: 'asha',
    ready: (page) => page.getByRole('region', { name: 'Messages' }).getByText(/^line 23/),
  },
  { name: 'private chat', path: ({ kavi }) => `/v1/chat/${kavi.username}`, as: 'asha', ready: messageInput },
  {
    name: 'video in a room',
    path: ({ room }) => `/v1/group/${room}`,
    as: 'asha',
    open: async (page) => {
      const menu = page.getByRole('button', { name: 'Add to your message' });
      await expect(page.getByRole('button', { name: 'Add video', exact: true }).or(menu)).toBeVisible();
      if (!(await menu.isVisible())) return press('Add video')(page);
      await menu.click();
      await page.getByRole('menuitem', { name: 'Add video' }).click();
    },
    ready: dialog('Add Video to Message'),
  },
  {
    name: 'people',
    path: () => '/v1?list=users',
    as: 'asha',
    ready: (page) => page.getByRole('link', { name: /^kavi/ }).first(),
  },
  { name: 'rooms', path: () => '/v1?list=rooms', as: 'asha', ready: heading() },
  {
    name: 'requests',
    path: () => '/v1?list=history',
    as: 'asha',
    // A press of a user: the list is meant to move away from what it opens.
    open: (page) => requestsRow(page, 1).click(),
    ready: (page) => page.getByRole('list', { name: 'Requests' }),
  },
  {
    name: 'feed',
    path: () => '/v1?tab=feed',
    as: 'asha',
    ready: (page) => page.getByRole('article').first(),
  },
  {
    name: 'feed of those followed',
    path: () => '/v1?tab=feed&feed=following',
    as: 'asha',
    ready: (page) => page.getByRole('article').first(),
  },
  {
    name: 'own profile',
    path: () => '/v1?tab=profile',
    as: 'asha',
    ready: (page) => page.getByRole('button', { name: 'Edit Profile' }),
  },
  {
    name: 'profile',
    path: ({ kavi }) => `/profile/${kavi.username}`,
    as: 'asha',
    ready: (page) => page.getByRole('tab', { name: 'Posts' }),
  },
  {
    name: 'post',
    path: ({ post }) => `/post/${post}`,
    as: 'asha',
    ready: (page) => page.getByRole('article'),
  },
  { name: 'wallet', path: () => '/v1', as: 'asha', open: press(/^Wallet/), ready: dialog('Wallet') },
  {
    name: 'notifications',
    path: () => '/v1',
    as: 'asha',
    open: press('Notifications'),
    ready: dialog('Notifications'),
  },
  { name: 'search', path: () => '/v1?tab=feed', as: 'asha', open: press('Search'), ready: dialog('Search') },
  { name: 'settings', path: () => '/v1/settings', as: 'asha', ready: heading() },
  ...settings.map((section): Screen => ({
    name: `settings: ${section}`,
    path: () => `/v1/settings/${section}`,
    as: 'asha',
    ready: heading(new RegExp(`^${section}$`, 'i')),
  })),
  {
    name: 'what was shared',
    path: () => '/v1?tab=feed',
    as: 'asha',
    open: async (page) => {
      const picture = await scene(1, 320, 240).jpeg().toBuffer();
      await shareThroughWorker(page, { text: 'rain at last', pictures: [picture.toString('base64')] });
    },
    ready: (page) =>
      page.getByRole('list', { name: 'Rooms and people' }).getByRole('button', { name: /kavi/ }),
  },
  { name: 'new room', path: () => '/v1/group/create', as: 'asha', ready: heading() },
  { name: 'administration', path: () => '/admin', as: 'admin', ready: heading('Dashboard') },
];

/** The browsers of those who look at the screens, in one size of the window. */
export type Viewers = {
  readonly contextOf: (screen: Screen) => Promise<BrowserContext>;
  readonly close: () => Promise<void>;
};

/** Opens a browser for each of those who look at the screens, when it is needed. */
export function openViewers(
  browser: Browser,
  server: Pick<Server, 'url'>,
  cast: Cast,
  options: BrowserContextOptions,
): Viewers {
  const contexts = new Map<Screen['as'], Promise<BrowserContext>>();
  const open = async (as: Screen['as']) => {
    if (as === 'nobody') return browser.newContext({ ...options, baseURL: server.url });
    const page = await openAs(browser, server, cast[as], options);
    await page.close();
    return page.context();
  };
  return {
    contextOf({ as }) {
      const context = contexts.get(as) ?? open(as);
      contexts.set(as, context);
      return context;
    },
    async close() {
      for (const context of contexts.values()) await (await context).close();
    },
  };
}

/**
 * Runs at the start of a page: forgets what other pages have kept, such as the chat that was open last (SH-58), and keeps no open
 * chat: several pages of the same account are open at once, and the next one would open it again.
 */
function forgetOtherPages(): void {
  for (const key of Object.keys(localStorage))
    if (key !== 'session_expires' && key !== 'username') localStorage.removeItem(key);
  const setItem = Storage.prototype.setItem;
  Storage.prototype.setItem = function (key, value) {
    if (key !== 'openGroupChat' && key !== 'openChatUser') setItem.call(this, key, value);
  };
}

/** Opens a screen in a new tab, and waits until nothing is loading any more. */
export async function openScreen(viewers: Viewers, screen: Screen, cast: Cast): Promise<Page> {
  const page = await (await viewers.contextOf(screen)).newPage();
  await page.addInitScript(forgetOtherPages);
  await page.addInitScript(recordShifts);
  await page.goto(screen.path(cast));
  await screen.open?.(page);
  await expect(screen.ready(page), screen.name).toBeVisible();
  await expect(page.locator('.skeleton').filter({ visible: true }), screen.name).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  return page;
}

/** Does the same with several screens at a time: most of the time of one is waiting for the end of its requests. */
export async function withEveryScreen(look: (screen: Screen) => Promise<void>): Promise<void> {
  const waiting = [...screens];
  const lookAtNext = async (): Promise<void> => {
    for (let screen = waiting.shift(); screen; screen = waiting.shift()) await look(screen);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lookAtNext));
}
