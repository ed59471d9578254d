import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiProxy } from './build/api-proxy.ts';
import { bootScript } from './build/boot-script.ts';
import { precompress } from './build/precompress.ts';
import { texts } from './build/texts.ts';

const root = import.meta.dirname;
const text = 'src/locales/en.po';
const chats = [text, 'src/app/shell/main-shell.tsx', 'src/features/rooms/chats-tab.tsx'];

export default defineConfig({
  root,
  plugins: [
    texts(root),
    react({ compiler: true }),
    tailwind(),
    bootScript({
      source: join(root, 'src/app/boot.ts'),
      fonts: ['figtree-latin-wght-normal', 'bricolage-grotesque-latin-wght-normal'],
      preload: {
        '/': [text, 'src/features/accounts/login-screen.tsx'],
        '/login': [text, 'src/features/accounts/login-screen.tsx'],
        '/register': [text, 'src/features/accounts/register-screen.tsx'],
        '/v1': chats,
        '/v1/group/create': [...chats, 'src/features/rooms/create-room-screen.tsx'],
        '/v1/group/': [...chats, 'src/features/rooms/room-screen.tsx'],
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
            {
              name: 'vendor',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store|query-core|react-query)|@lingui)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: apiProxy('http://127.0.0.1:3000', join(root, 'public')) },
});
