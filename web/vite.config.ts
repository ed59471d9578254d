import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiProxy } from './build/api-proxy.ts';
import { bootScript } from './build/boot-script.ts';
import { chunkGroups } from './build/chunk-groups.ts';
import { emojiData } from './build/emoji-data.ts';
import { passwordWords } from './build/password-words.ts';
import { precompress } from './build/precompress.ts';
import { texts } from './build/texts.ts';

const root = import.meta.dirname;
const text = 'src/locales/en.po';
const shell = [text, 'src/app/shell/main-shell.tsx'];
const chats = [...shell, 'src/locales/chats/en.po', 'src/app/shell/chats/chats.tsx'];
const seen = 'src/locales/feed/en.po';
const feed = [...shell, seen, 'src/features/feed/feed-tab.tsx'];
const profile = [...shell, 'src/locales/profiles/en.po', 'src/features/profiles/profile-screen.tsx'];
const post = [...shell, seen, 'src/locales/posting/en.po', 'src/app/shell/post-page.tsx'];

export default defineConfig({
  root,
  plugins: [
    texts(root),
    // Without the React Compiler: its output costs 14 kB on a room, which then misses its budget (ADR 7).
    react(),
    tailwind(),
    emojiData('en'),
    passwordWords(),
    bootScript({
      source: join(root, 'src/app/boot.ts'),
      fonts: ['figtree-latin-wght-normal', 'bricolage-grotesque-latin-wght-normal'],
      preload: {
        '/': [text, 'src/features/accounts/login-screen.tsx'],
        '/login': [text, 'src/features/accounts/login-screen.tsx'],
        '/register': [text, 'src/locales/accounts/en.po', 'src/features/accounts/register-screen.tsx'],
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
          groups: chunkGroups,
        },
      },
    },
  },
  server: { proxy: apiProxy('http://127.0.0.1:3000', join(root, 'public')) },
});
