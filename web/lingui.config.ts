import { defineConfig } from '@lingui/cli';
import { formatter } from '@lingui/format-po';

/** What accounts have besides logging in: screens of their own. */
const accounts = [
  'src/features/moderation/{appeal,suspended}/**',
  'src/features/accounts/{account-fields,age-refused,change-password,data-export,delete-account,devices,error-screen,forgot-password,guest-{dialog,form}}*',
  'src/features/accounts/{password-choice,person-fields,recent-proof-dialog,register-screen,reset-password,upgrade-screen,verify-email}*',
];

/** What opens in a chat or comes after its messages: dialogs, menus, pickers, the members. */
const opened = [
  'src/features/direct/chat/{add-image-dialog,blocked,profile-view,report-or-block,use-image-file}*',
  'src/features/messages/composer/{attachment-previews,composer-notes,composer-tools,emoji,image-}*',
  'src/features/messages/list/{delete-message,failed-line,image-viewer,live-messages,message-image,message-menu,open-action}*',
  'src/features/messages/reactions/**',
  'src/features/moderation/*',
  'src/features/relations/**',
  'src/features/rooms/composer/{image-dialog,mention-suggestions}*',
  'src/features/rooms/list/create-room-screen*',
  'src/features/rooms/members/**',
  'src/features/rooms/{messages/delete-messages,room-menu}*',
  'src/features/video/**',
];

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
  'src/app/shell/links',
  'src/app/shell/live',
  'src/features/direct/conversations',
  'src/features/direct/unread',
  'src/features/directory',
  'src/features/notifications',
  'src/features/settings',
];

/** The feed as it is seen at first; what people without a session see comes before the main screen. */
const feed = [
  'src/features/creators/live/**',
  'src/features/feed/*',
  'src/features/feed/{card,list,media}/**',
  'src/features/feed/strip/creators-strip*',
  'src/features/feed/subscribe/use-unlock*',
  'src/features/feed/upload/composer-button*',
  'src/features/relations/{unfollow-confirm,use-follow}*',
];

/** Profiles as they are seen at first. */
const profiles = [
  'src/features/creators/*',
  'src/features/creators/live/**',
  'src/features/creators/plans/plan-{card,labels}*',
  'src/features/feed/upload/delete-media*',
  'src/features/profiles/*',
  'src/features/profiles/{header,media}/**',
  'src/features/relations/{block-confirm,block-labels,unfollow-confirm,use-block,use-follow}*',
];

/** What opens over them or comes after them. */
const posting = [
  'src/features/creators/plans/**',
  'src/features/feed/{comments,detail,dialogs,likes,post,subscribe,upload}/**',
  'src/features/feed/strip/creator-dialog*',
  'src/features/moderation/*',
  'src/features/profiles/{account,edit}/**',
  'src/features/relations/*',
];
/** Everything of the feed and of profiles, except what is seen without a session. */
const feedOrPosting = [
  'src/features/{creators,feed}/**',
  'src/features/profiles/*.{ts,tsx}',
  'src/features/profiles/{account,edit,header,live,media}/**',
];

/** What the wallet and the console share. */
const aboutPayments = 'src/ui/public-sandbox-note*';

/** Everything about money but the header's button: opened, or shown by what was opened. */
const money = [
  'src/features/{wallet,payments,rewards,gifts}/**',
  'src/features/creators/{subscribe,earnings}/**',
  aboutPayments,
];

/** The console, which few people open. */
const admin = ['src/features/admin/**', aboutPayments];

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
      exclude: [tests, ...below([...inside, ...later]), ...feedOrPosting, ...accounts, ...money, ...admin],
    },
    { path: '<rootDir>/src/locales/accounts/{locale}', include: accounts, exclude: [tests] },
    {
      path: '<rootDir>/src/locales/chats/{locale}',
      include: inside,
      exclude: [tests, ...below(later), ...opened, ...accounts],
    },
    { path: '<rootDir>/src/locales/opened/{locale}', include: opened, exclude: [tests] },
    { path: '<rootDir>/src/locales/later/{locale}', include: later, exclude: [tests] },
    { path: '<rootDir>/src/locales/feed/{locale}', include: feed, exclude: [tests] },
    { path: '<rootDir>/src/locales/profiles/{locale}', include: profiles, exclude: [tests] },
    { path: '<rootDir>/src/locales/posting/{locale}', include: posting, exclude: [tests] },
    { path: '<rootDir>/src/locales/money/{locale}', include: money, exclude: [tests] },
    { path: '<rootDir>/src/locales/admin/{locale}', include: admin, exclude: [tests] },
  ],
  format: formatter({ lineNumbers: false }),
});
