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

/** What every screen uses, in one file: a file for each module would cost more in requests than it saves. */
const everyScreen =
  /[\\/]web[\\/]src[\\/](main|app[\\/](?!shell)|platform[\\/](?!realtime|connection|open-chat|theme|compress-image|private-connection|upload|list-calls|people-queries)|ui[\\/](avatar|button|class-names|field|form-errors|icon-button|password-field|person-colour|skeletons|spinner|text-field|toast|use-online|view-states|visually-hidden|wordmark)|features[\\/]accounts[\\/](account-page|form|link-classes|use-enter|use-form|use-page-title)\.)/;

/** What the main screen needs at once, for the same reason. */
const mainScreen =
  /[\\/]web[\\/]src[\\/](app[\\/]shell[\\/](?!header[\\/]|news[\\/])|features[\\/]rooms[\\/](?:[a-z]+[\\/])?(chats-tab|room-list|room-card|create-link|rooms\.(queries|mutations))|features[\\/]direct[\\/](unread[\\/]unread-count|conversations[\\/]held)|ui[\\/](badge|plain-press|dialog|use-modal|confirm-dialog|presence-dot|lazy-part|tabbed-browser|chat-panels|tabs|search-field|use-media-query)|platform[\\/](open-chat|theme|use-switch-chat|people-queries))|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]check\.|contract[\\/]src[\\/]direct[\\/]direct\.limits\./;

/** What the main screen has soon after: the header's buttons, and what follows the news. */
const mainScreenLater =
  /[\\/]web[\\/]src[\\/](app[\\/]shell[\\/](header|news)[\\/]|features[\\/]settings[\\/](?!settings-panel)|features[\\/]accounts[\\/](log-out\.|leave-for-good)|features[\\/]direct[\\/]conversations[\\/]live|ui[\\/](menu|use-menu))/;

/** What a conversation of either kind needs before anybody can talk; dialogs, pickers and menus come when they are opened. */
const chat =
  /[\\/]web[\\/]src[\\/](features[\\/](messages[\\/](index|early-parts|chat[\\/](chat-view|use-chat-session)|composer[\\/](attachments|composer(?!-)|draft|use-)|history[\\/](?!confirmed)|list[\\/](bubble|image-box|message-(list|rows|bubble|text|actions|attachments)|pending-bubble|row-height|typing-line|use-)|outbox[\\/]outbox-entry)|accounts[\\/]guest-tag)|ui[\\/](time|try-again))|node_modules[\\/](@tanstack[\\/](react-virtual|virtual-core)[\\/]|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](arrow-left|message-circle)\.)/;

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
            { name: 'main-screen-later', test: mainScreenLater },
            { name: 'chat', test: chat },
            { name: 'room', test: room },
            { name: 'private-chat', test: privateChat },
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
