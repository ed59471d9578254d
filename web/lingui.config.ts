import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** Folders of the main screen and of what is reached from it. */
const inside = ['src/app/shell', 'src/features/moderation', 'src/features/rooms', 'src/features/video'];

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  // What is seen before the main screen is a catalog of its own: nobody waits at the door for the texts of rooms.
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['src'],
      exclude: ['**/*.test.*', ...inside.map((folder) => `${folder}/**`)],
    },
    { path: '<rootDir>/src/locales/chats/{locale}', include: inside, exclude: ['**/*.test.*'] },
  ],
  format: formatter({ lineNumbers: false }),
});
