import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** Folders of the chats tab and of what is reached from it. */
const inside = [
  'src/app/shell/chats',
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

/** The feed and profiles as they are seen at first; what people without a session see comes before the main screen. */
const feed = [
  'src/features/creators/*',
  'src/features/creators/plans/plan-{card,words}*',
  'src/features/feed/*',
  'src/features/feed/{card,list,media}/**',
  'src/features/feed/strip/creators-strip*',
  'src/features/feed/subscribe/use-unlock*',
  'src/features/feed/upload/{composer-button,delete-media}*',
  'src/features/profiles/*',
  'src/features/profiles/{header,media}/**',
  'src/features/relations/*',
];

/** What opens over them or comes after them. */
const posting = [
  'src/features/creators/plans/{create,plan-choice,plan-form,plan-checks,creation}*',
  'src/features/feed/{comments,detail,dialogs,post,subscribe,upload}/**',
  'src/features/feed/strip/creator-dialog*',
  'src/features/moderation/**',
  'src/features/profiles/{account,edit}/**',
];
/** Everything of the feed and of profiles, except what is seen without a session. */
const feedOrPosting = [
  'src/features/{creators,feed}/**',
  'src/features/profiles/*',
  'src/features/profiles/{account,edit,header,live,media}/**',
];

const tests = '**/*.test.*';
const below = (folders: readonly string[]) => folders.map((folder) => `${folder}/**`);

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en'],
  // What is seen before the main screen, and its few own texts: nobody waits at the door for the texts of rooms.
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['src'],
      exclude: [tests, ...below([...inside, ...later]), ...feedOrPosting],
    },
    {
      path: '<rootDir>/src/locales/chats/{locale}',
      include: inside,
      exclude: [tests, ...below(later)],
    },
    { path: '<rootDir>/src/locales/later/{locale}', include: later, exclude: [tests] },
    { path: '<rootDir>/src/locales/feed/{locale}', include: feed, exclude: [tests] },
    { path: '<rootDir>/src/locales/posting/{locale}', include: posting, exclude: [tests] },
  ],
  format: formatter({ lineNumbers: false }),
});
