import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const output = join(import.meta.dirname, '../dist');

const shell = 'src/app/shell/main-shell.tsx';
const chats = [shell, 'src/locales/chats/en.po', 'src/app/shell/chats/chats.tsx'];

/** Screen → modules that must load before it is usable, and the limit for their JavaScript in kB (brotli). */
const budgets = {
  login: { kB: 110, modules: ['src/features/accounts/login-screen.tsx'] },
  chats: { kB: 126, modules: chats },
  room: { kB: 150, modules: [...chats, 'src/features/rooms/room-screen.tsx'] },
  'private chat': { kB: 150, modules: [...chats, 'src/features/direct/private-chat-screen.tsx'] },
  feed: { kB: 140, modules: [shell, 'src/locales/feed/en.po', 'src/features/feed/feed-tab.tsx'] },
  profile: {
    kB: 135,
    modules: [shell, 'src/locales/profiles/en.po', 'src/features/profiles/profile-screen.tsx'],
  },
};

/** Loaded with every screen. */
const always = ['index.html', 'src/locales/en.po'];

type Entry = { file: string; imports?: string[] };

function isManifest(value: unknown): value is Record<string, Entry> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((entry) => typeof entry?.file === 'string')
  );
}

const manifest: unknown = JSON.parse(readFileSync(join(output, '.vite/manifest.json'), 'utf8'));
if (!isManifest(manifest)) throw new Error('dist/.vite/manifest.json is not a build manifest');

/** Collects the JavaScript files of a module and of everything it imports statically. */
function filesOf(entries: Record<string, Entry>, module: string, found: Set<string>): void {
  const entry = entries[module];
  if (!entry) throw new Error(`${module} is not in the build manifest`);
  if (found.has(entry.file)) return;
  found.add(entry.file);
  for (const imported of entry.imports ?? []) filesOf(entries, imported, found);
}

let isOver = false;
for (const [screen, { kB, modules }] of Object.entries(budgets)) {
  const files = new Set<string>();
  for (const module of [...always, ...modules]) filesOf(manifest, module, files);
  const bytes = [...files].reduce((sum, file) => sum + statSync(join(output, `${file}.br`)).size, 0);
  const measured = bytes / 1000;
  isOver ||= measured > kB;
  console.log(
    `${screen.padEnd(12)} ${measured.toFixed(1).padStart(6)} kB of at most ${kB} (${files.size} files)`,
  );
}
if (isOver) {
  console.error('A screen is over its budget of JavaScript.');
  process.exitCode = 1;
}
