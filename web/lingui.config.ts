import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** Folders of the main screen and of what is reached from it. */
const inside = [
  'src/app/shell',
  'src/features/direct',
  'src/features/messages',
  'src/features/moderation',
  'src/features/relations',
  'src/features/rooms',
  'src/features/video',
];

/** Of these, what is fetched after the first paint; its texts come with it. */
const later = [
  'src/app/shell/header',
  'src/app/shell/news',
  'src/features/direct/conversations',
  'src/features/direct/unread',
  'src/features/directory',
  'src/features/settings',
];

/** The feed, posts and profiles; but what people without a session see of them comes before the main screen. */
const feed = [
  'src/features/creators',
  'src/features/feed',
  ...['account', 'edit', 'header', 'live', 'media'].map((folder) => `src/features/profiles/${folder}`),
];
const profileFiles = 'src/features/profiles/*';
const below = (folders: readonly string[]) => folders.map((folder) => `${folder}/**`);

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  // What is seen before the main screen is a catalog of its own: nobody waits at the door for the texts of rooms.
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['src'],
      exclude: ['**/*.test.*', ...below([...inside, ...later, ...feed]), profileFiles],
    },
    {
      path: '<rootDir>/src/locales/chats/{locale}',
      include: inside,
      exclude: ['**/*.test.*', ...below(later)],
    },
    { path: '<rootDir>/src/locales/later/{locale}', include: later, exclude: ['**/*.test.*'] },
    {
      path: '<rootDir>/src/locales/feed/{locale}',
      include: [...feed, profileFiles],
      exclude: ['**/*.test.*'],
    },
  ],
  format: formatter({ lineNumbers: false }),
});
