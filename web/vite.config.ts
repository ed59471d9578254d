import { join } from 'node:path';
import { API_KEY_HEADER, DEFAULT_API_KEY } from '@adda/contract/platform';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiProxy } from './build/api-proxy.ts';
import { bootScript } from './build/boot-script.ts';
import { emojiData } from './build/emoji-data.ts';
import { firstLoads, later, loads } from './build/first-loads.ts';
import { PASSWORD_WORDS, passwordWords } from './build/password-words.ts';
import { precompress } from './build/precompress.ts';
import { routeChunks } from './build/route-chunks.ts';
import { serviceWorker } from './build/service-worker.ts';
import { sizeBudget } from './build/size-budget.ts';
import { texts } from './build/texts.ts';

const root = import.meta.dirname;

/** Plugins that decide which modules there are. */
const plugins = () => [
  texts(root),
  // Without the React Compiler: its output costs 14 kB on a room, which then misses its budget (ADR 7).
  react(),
  tailwind(),
  passwordWords(),
];

const screens = Object.values(firstLoads).flatMap(({ paths, modules, beside = [], requests = [] }) =>
  paths.map((path) => [path, { modules: [...modules, ...beside], requests }] as const),
);

export default defineConfig({
  root,
  plugins: [
    ...plugins(),
    routeChunks(loads, later, plugins),
    emojiData('en'),
    bootScript({
      root,
      source: 'src/app/boot.ts',
      fonts: ['figtree-latin-wght-normal', 'bricolage-grotesque-latin-wght-normal'],
      screens: Object.fromEntries(screens),
      apiHeaders: { accept: 'application/json', [API_KEY_HEADER]: DEFAULT_API_KEY },
    }),
    serviceWorker('src/sw/main.ts', () => [texts(root)], {
      root,
      screens: screens.flatMap(([, { modules }]) => modules),
      // Large, and no use without a network.
      leftOut: [join(root, 'src/features/admin/admin-screen.tsx'), PASSWORD_WORDS],
    }),
    precompress(),
    sizeBudget(root, firstLoads),
  ],
  build: {
    target: 'baseline-widely-available',
    modulePreload: {
      // Every browser of the target preloads modules by itself.
      polyfill: false,
      // Of what is imported later only styles are listed: the names of all files of all screens would cost each first load 2 kB. The
      // service worker keeps these files, so that their imports are found without the network.
      resolveDependencies: (_file, files) => files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      // The contract only declares: without this, one constant would bring every schema and zod along.
      treeshake: {
        moduleSideEffects: (id) =>
          !/[\\/]contract[\\/]src[\\/]|[\\/]web[\\/]src[\\/]features[\\/][^\\/]+[\\/]index\.ts/.test(id),
      },
    },
  },
  server: { proxy: apiProxy('http://127.0.0.1:3000', join(root, 'public')) },
});
