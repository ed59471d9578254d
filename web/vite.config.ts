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
  /[\\/]web[\\/]src[\\/](main|app[\\/](?!shell)|platform[\\/](?!realtime|connection|open-chat|theme)|ui[\\/](avatar|button|class-names|field|form-errors|icon-button|password-field|person-colour|skeletons|spinner|text-field|toast|use-online|view-states|visually-hidden|wordmark)|features[\\/]accounts[\\/](account-page|form|link-classes|use-enter|use-form|use-page-title)\.)/;

/** What the main screen needs at once, for the same reason. */
const mainScreen =
  /[\\/]web[\\/]src[\\/](app[\\/]shell|features[\\/]rooms[\\/](?:[a-z]+[\\/])?(chats-tab|room-list|room-card|create-link|rooms\.(queries|mutations)|use-membership-news)|features[\\/]accounts[\\/](log-out\.|leave-for-good)|ui[\\/](menu|use-menu|dialog|use-modal|confirm-dialog|presence-dot|lazy-part|tabbed-browser|chat-panels|tabs|search-field|use-media-query)|platform[\\/](realtime|connection|open-chat|theme|use-switch-chat))/;

/** What a room needs before anybody can talk; dialogs, pickers and menus come when they are opened. */
const room =
  /[\\/]web[\\/]src[\\/](features[\\/]rooms[\\/](?:[a-z]+[\\/])?(room-(screen|parts|chat|header|history|dialogs|rights)|open-room|early-parts|use-(room-session|draft|older-rows|list-end|menu-arrows|message-actions|mention)|message-(list|rows|bubble|text|book|order|deletions|actions|attachments)|composer(?![\\/])|bubble|pending-bubble|row-height|image-box|attachments|draft|whisper|start-whisper|mention\.|emoji-button|outbox-entry|typing-line|live-messages|connection-words|read-position|guest-tag)|ui[\\/]time)|node_modules[\\/]@tanstack[\\/](react-virtual|virtual-core)[\\/]/;

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
      },
    }),
    precompress(),
  ],
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    rolldownOptions: {
      // The contract only declares: without this, one constant would bring every schema and zod along.
      treeshake: { moduleSideEffects: (id) => !/[\\/]contract[\\/]src[\\/]/.test(id) },
      output: {
        codeSplitting: {
          groups: [
            { name: 'common', test: everyScreen, priority: 1 },
            { name: 'main-screen', test: mainScreen },
            { name: 'room', test: room },
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
