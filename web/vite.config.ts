import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiProxy } from './build/api-proxy.ts';
import { bootScript } from './build/boot-script.ts';
import { emojiData } from './build/emoji-data.ts';
import { precompress } from './build/precompress.ts';
import { texts } from './build/texts.ts';

const root = import.meta.dirname;
const text = 'src/locales/en.po';
const chats = [
  text,
  'src/locales/chats/en.po',
  'src/app/shell/main-shell.tsx',
  'src/features/rooms/chats-tab.tsx',
];

const feedText = 'src/locales/feed/en.po';
const profile = [...chats, feedText, 'src/features/profiles/profile-screen.tsx'];
const feed = [...chats, feedText, 'src/features/feed/feed-tab.tsx'];
const post = [...chats, feedText, 'src/app/shell/post-page.tsx'];

/** What every screen uses, in one file: a file for each module would cost more in requests than it saves. */
const everyScreen =
  /[\\/]web[\\/]src[\\/](main|app[\\/](?!shell)|platform[\\/](?!realtime|connection|open-chat|theme|compress-image|private-connection|upload|list-calls|people-queries)|ui[\\/](avatar|button|class-names|field|form-errors|icon-button|password-field|person-colour|skeletons|spinner|text-field|toast|use-document-title|use-online|view-states|visually-hidden|wordmark)|features[\\/]accounts[\\/](account-page|form|link-classes|use-enter|use-form|use-page-title)\.)/;

/** What the main screen needs at once, for the same reason. */
const mainScreen =
  /[\\/]web[\\/]src[\\/](app[\\/]shell[\\/](?!header[\\/]|news[\\/]|post-page)|features[\\/]rooms[\\/](?:[a-z]+[\\/])?(chats-tab|room-list|room-card|create-link|rooms\.(queries|mutations))|features[\\/]direct[\\/](unread[\\/]unread-count|conversations[\\/]held)|ui[\\/](badge|plain-press|dialog|use-modal|confirm-dialog|presence-dot|lazy-part|tabbed-browser|chat-panels|tabs|search-field|use-media-query)|features[\\/]accounts[\\/]guest-tag|platform[\\/](open-chat|theme|use-switch-chat|people-queries))|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](check|message-circle)\.|contract[\\/]src[\\/]direct[\\/]direct\.limits\./;

/** What the main screen has soon after: the header's buttons, and what follows the news. */
const mainScreenLater =
  /[\\/]web[\\/]src[\\/](app[\\/]shell[\\/](header|news)[\\/]|features[\\/]settings[\\/](?!settings-panel)|features[\\/]accounts[\\/](log-out\.|leave-for-good)|features[\\/]direct[\\/]conversations[\\/]live|ui[\\/](menu|use-menu))/;

/** What a conversation of either kind needs before anybody can talk; dialogs, pickers and menus come when they are opened. */
const chat =
  /[\\/]web[\\/]src[\\/](features[\\/](messages[\\/](index|early-parts|chat[\\/](chat-view|use-chat-session)|composer[\\/](attachments|composer(?!-)|draft|use-)|history[\\/](?!confirmed)|list[\\/](bubble|image-box|message-(list|rows|bubble|text|actions|attachments)|pending-bubble|row-height|typing-line|use-)|outbox[\\/]outbox-entry)))|node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]arrow-left\./;

/** What long lists need: conversations, people and the feed. */
const lists =
  /[\\/]web[\\/]src[\\/]ui[\\/]scroller-of|node_modules[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]/;

/** What a profile shows with a session and without. */
const publicParts =
  /[\\/]web[\\/]src[\\/]features[\\/]profiles[\\/](safe-links|public[\\/]profile-links)|node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](link-2|user-round-x)\./;

/** Times and menus, which lists, posts and profiles show alike. */
const shown =
  /[\\/]web[\\/]src[\\/]ui[\\/](time|try-again|menu|use-menu)|node_modules[\\/]lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](ban|ellipsis|image-off|images|flag|lock-keyhole|pencil|play|trash|user-round-(check|plus))\./;

/** What a profile shows at first: header, plans and media; what its owner does with it comes when it is asked for. */
const profileParts =
  /[\\/]web[\\/]src[\\/]features[\\/](profiles[\\/](profile-(view|skeleton|tab|screen)|plans-section|header[\\/]|media[\\/])|creators[\\/]plans[\\/]plan-(card|words)|accounts[\\/](section-card|upgrade-(invitation|needed)))/;

/** What is known of blocks and following, and how lists of people are asked for. */
const relations =
  /[\\/]web[\\/]src[\\/](features[\\/]relations[\\/](relations\.queries|follow\.queries|use-(block|follow)|block-(confirm|words))|platform[\\/](list-calls|people-queries))/;

/** What is known of posts and creators: the main screen hears of it, the feed and profiles show it. */
const known =
  /[\\/]web[\\/]src[\\/](features[\\/](feed[\\/](post-(cache|keys|queries|events)|list[\\/]feed[.-](queries|place))|creators[\\/](creators\.queries|live[\\/])|profiles[\\/](profiles\.queries|live[\\/]|media[\\/]media-list\.)|accounts[\\/]accounts\.queries)|platform[\\/](client-config|kept-by-person))/;

/** What the feed, a post and a profile show of posts; dialogs come when they are opened. */
const posts =
  /[\\/]web[\\/]src[\\/]features[\\/]feed[\\/](card[\\/](?!hide-ad|ad-card|post-card|post-menu-)|media[\\/]|dialogs[\\/]post-)/;

/** What a room needs beside it. */
const room =
  /[\\/]web[\\/]src[\\/]features[\\/]rooms[\\/](?:[a-z]+[\\/])?(room-(screen|parts|chat|header|conversation|composer|dialogs|rights|early-parts)|open-room|use-(room-session|mention)|whisper|start-whisper|mention\.|connection-words)/;

/** What a private chat needs beside it. */
const privateChat =
  /[\\/]web[\\/]src[\\/]features[\\/]direct[\\/](private-chat-screen|chat[\\/](open-chat|connection-icon|presence-text|private-(header|chat|conversation)|use-(private-session|blocked)))/;

export default defineConfig({
  root,
  plugins: [
    texts(root),
    // Without the React Compiler: its output costs 14 kB on a room, which then misses its budget (ADR 7).
    react(),
    tailwind(),
    emojiData('en'),
    bootScript({
      source: join(root, 'src/app/boot.ts'),
      fonts: ['figtree-latin-wght-normal', 'bricolage-grotesque-latin-wght-normal'],
      preload: {
        '/': [text, 'src/features/accounts/login-screen.tsx'],
        '/login': [text, 'src/features/accounts/login-screen.tsx'],
        '/register': [text, 'src/features/accounts/register-screen.tsx'],
        '/v1': chats,
        '/v1/group/create': [...chats, 'src/features/rooms/list/create-room-screen.tsx'],
        // The connection comes beside the first messages, which don't wait for it.
        '/v1/group/': [...chats, 'src/features/rooms/room-screen.tsx', 'src/features/rooms/room-session.ts'],
        '/v1/chat/': [
          ...chats,
          'src/features/direct/private-chat-screen.tsx',
          'src/features/direct/chat/private-session.ts',
        ],
        '/v1?tab=feed': feed,
        '/v1?tab=profile': profile,
        '/profile/': profile,
        '/post/': post,
        // The boot script looks here for people without a session.
        '/out/profile/': [text, 'src/features/profiles/public/public-profile-screen.tsx'],
        '/out/post/': [text, 'src/features/profiles/public/public-post-screen.tsx'],
      },
    }),
    precompress(),
  ],
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    rolldownOptions: {
      // The contract only declares: without this, one constant would bring every schema and zod along.
      treeshake: {
        moduleSideEffects: (id) =>
          !/[\\/]contract[\\/]src[\\/]|[\\/]web[\\/]src[\\/]features[\\/][^\\/]+[\\/]index\.ts/.test(id),
      },
      output: {
        codeSplitting: {
          groups: [
            { name: 'common', test: everyScreen, priority: 1 },
            { name: 'main-screen', test: mainScreen },
            // Before what would take their modules along.
            { name: 'lists', test: lists },
            { name: 'public-parts', test: publicParts },
            { name: 'shown', test: shown },
            { name: 'relations', test: relations },
            { name: 'known', test: known },
            { name: 'posts', test: posts },
            { name: 'main-screen-later', test: mainScreenLater },
            { name: 'chat', test: chat },
            { name: 'room', test: room },
            { name: 'private-chat', test: privateChat },
            { name: 'profile', test: profileParts },
            {
              name: 'vendor',
              priority: 2,
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store)|@lingui)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: apiProxy('http://127.0.0.1:3000', join(root, 'public')) },
});
