import { FEED_PAGE } from '@adda/contract/feed/limits';
import { HISTORY_PAGE } from '@adda/contract/messages';

const mainScreen = 'src/app/shell/main-shell.tsx';
const chats = [mainScreen, 'src/app/shell/chats/chats.tsx'];
const lists = 'src/app/shell/chats/chat-lists.tsx';
const profile = [mainScreen, 'src/features/profiles/profile-screen.tsx'];

export type FirstLoad = {
  /** Addresses that open the screen. One that ends in `/` also matches everything below it. */
  paths: readonly string[];
  /** Modules that the screen imports dynamically before it is usable. */
  modules: readonly string[];
  /** Modules that load beside them, and that the screen doesn't wait for. */
  beside?: readonly string[];
  /**
   * The requests that the screen sends first, which the boot script sends with a session while the modules load
   * (platform/early-responses.ts): exactly as the screen asks. `{name}` is the last segment of
   * the address, on the tabs of the main screen the own username.
   */
  requests?: readonly string[];
  /** Limit for the JavaScript of the screen, compressed with brotli. */
  maxKB?: number;
};

/**
 * The screens that open with the page. Their modules are preloaded (boot-script.ts), decide how the output is
 * split (route-chunks.ts), and have a limit (size-budget.ts).
 */
export const firstLoads: Record<string, FirstLoad> = {
  login: { paths: ['/', '/login'], modules: ['src/features/accounts/login-screen.tsx'], maxKB: 110 },
  register: { paths: ['/register'], modules: ['src/features/accounts/register-screen.tsx'] },
  chats: { paths: ['/v1'], modules: [...chats, lists], requests: ['/inbox?filter=all'], maxKB: 126 },
  room: {
    paths: ['/v1/group/'],
    modules: [...chats, 'src/features/rooms/room-screen.tsx'],
    // The connection loads in parallel with the first messages, which don't wait for it.
    beside: ['src/features/rooms/room-session.ts'],
    requests: [
      '/groupchat/groups/{name}',
      `/groupchat/group-messages?group_id={name}&limit=${HISTORY_PAGE}`,
      '/groupchat/groups/{name}/pins',
    ],
    maxKB: 151,
  },
  'private chat': {
    paths: ['/v1/chat/'],
    modules: [...chats, 'src/features/direct/private-chat-screen.tsx'],
    beside: ['src/features/direct/chat/private-session.ts'],
    requests: [`/chat/messages?recipient={name}&limit=${HISTORY_PAGE}`, '/chat/users/{name}/status'],
    maxKB: 151,
  },
  feed: {
    paths: ['/v1?tab=feed'],
    modules: [mainScreen, 'src/features/feed/feed-tab.tsx'],
    requests: [`/feed/?skip=0&limit=${FEED_PAGE}`],
    maxKB: 141,
  },
  profile: {
    paths: ['/v1?tab=profile', '/profile/'],
    modules: profile,
    requests: ['/feed/profile/{name}'],
    maxKB: 135,
  },
  post: { paths: ['/post/'], modules: [mainScreen, 'src/app/shell/post-page.tsx'] },
  // Without a session the boot script looks up these addresses below /out. Rooms and chats have no load of their own there: splitting
  // for them would cost the screens with a session more than their small pages gain.
  'public profile': {
    paths: ['/out/profile/'],
    modules: ['src/features/profiles/public/public-profile-screen.tsx'],
  },
  'public post': {
    paths: ['/out/post/'],
    modules: ['src/features/profiles/public/public-post-screen.tsx'],
  },
};

const besides = Object.entries(firstLoads).flatMap(([name, { beside }]) =>
  beside ? [[`${name} session`, beside] as const] : [],
);

/** The sets of modules that are loaded together, by a name for the file of each. */
export const loads: Record<string, readonly string[]> = {
  ...Object.fromEntries(Object.entries(firstLoads).map(([name, { modules }]) => [name, modules])),
  ...Object.fromEntries(besides),
  // Loaded by the main screen after its first paint.
  'main screen later': [
    'src/app/shell/back-guard.tsx',
    'src/app/shell/header/header-actions.tsx',
    'src/app/shell/live/shell-live-updates.tsx',
    'src/features/notifications/announcement-banner.tsx',
  ],
};

/** What loads at about the same time after a first load, by a name for the file that it shares. */
export const later: Readonly<Record<string, readonly string[]>> = {
  'chat later': [
    'src/features/messages/parts.ts',
    'src/features/messages/composer/composer-tools.tsx',
    'src/features/messages/list/open-action.tsx',
  ],
  'room later': [
    'src/features/rooms/room-parts.ts',
    'src/features/rooms/room-menu.tsx',
    'src/features/rooms/members/members-panel.tsx',
  ],
};
