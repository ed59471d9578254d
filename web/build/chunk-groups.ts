/**
 * Modules that are bundled into one file. When two groups match a module, the first group gets it, with its
 * imports.
 */
type ChunkGroup = { name: string; test: RegExp; priority?: number };

/** Matches the app's own modules by the start of their path below web/src; a `.` ends a name. */
const ours = (...begins: string[]) =>
  `[\\\\/]web[\\\\/]src[\\\\/](${begins.join('|').replaceAll('/', '[\\\\/]')})`;

const icons = (...names: string[]) =>
  `lucide-react[\\\\/]dist[\\\\/]esm[\\\\/]icons[\\\\/](${names.join('|')})\\.`;

const anyOf = (...tests: string[]) => new RegExp(tests.join('|'));

/** Modules of every screen, in one file: a file per module would cost more in requests than it saves. */
const everyScreen = anyOf(
  ours(
    'main',
    'app/(?!shell|page-missing)',
    'platform/(?!realtime|connection|open-chat|theme|compress-image|private-connection|upload|list-calls|people-queries|client-config|user-storage|money-dialog|follow-session|use-session-end|outside-link)',
    'ui/(avatar|button|class-names|icon-button|person-colour|skeletons|spinner|toast-store|use-document-title|view-states|visually-hidden|wordmark)',
  ),
  icons('circle-exclamation-point', 'eye-off', 'x'),
);

/** Forms before the main screen, such as login and registration. */
const forms = anyOf(
  ours(
    'ui/(failure-text|field|form|form-errors|password-field|text-field|use-form)\\.',
    'features/accounts/(account-page|link-classes|use-start-session|use-page-title)\\.',
  ),
);

/**
 * Modules that the main screen needs immediately, and most of what its content uses: another request costs
 * more.
 */
const mainScreen = anyOf(
  ours(
    'app/shell/(?!header/|live/|chats/|links/open|public-shell|post-page|confirm-exit)',
    'features/direct/unread/unread-count',
    'features/accounts/guest-tag',
    'features/relations/(relations\\.queries|use-block-check)',
    'features/rooms/rooms\\.queries',
    'ui/(badge|plain-press|presence-dot|lost-focus|lazy-component|time|use-focus-kept|use-media-query|try-again)',
    'platform/(list-calls|open-chat|theme|use-switch-chat|people-queries)',
  ),
  'node_modules[\\\\/]@tanstack[\\\\/](react-query|query-core)[\\\\/](?!.*useMutationState)',
  icons('check', 'chevron-right', 'ellipsis', 'lock-keyhole', 'message-circle', 'plus', 'trash'),
);

/** The chats tab: the rooms and the loaders of the people panels. */
const chatsTab = anyOf(
  ours(
    'app/shell/chats/',
    'features/rooms/(?:[a-z]+/)?(chats-tab|room-list|room-card|create-link|rooms\\.mutations)',
    'ui/(tabbed-browser|chat-panels|tabs|search-field)',
  ),
);

/** Virtualization for long lists: conversations, people and the feed. */
const lists = anyOf(
  ours('ui/scroller-of'),
  'node_modules[\\\\/]@tanstack[\\\\/](react-virtual|virtual-core)[\\\\/]',
);

/** Queries and shared data of posts and creators. */
const known = anyOf(
  ours(
    'features/feed/(post-(cache|keys|queries)|list/feed[.-](queries|scroll))',
    'features/relations/(follow\\.queries|use-follow)',
    'features/creators/live/(creator-rooms|use-creator-room)',
  ),
  icons('image-off', 'play', 'user-round-(check|plus)'),
);

/** Profile queries and the server configuration, which profiles and the wallet use. */
const knownProfiles = anyOf(
  ours(
    'features/creators/(creators\\.queries|plans/plan-labels)',
    'features/profiles/(profiles\\.queries|media/media-list\\.)',
    'platform/client-config',
  ),
  icons('ban', 'image-plus'),
);

/** User-written text with links, in chats, posts and profiles. */
const linkedText = anyOf(ours('ui/(linked-text|outside-link)', 'platform/outside-link'));

/** Dialogs, which open on top of everything else. */
const dialogs = anyOf(ours('ui/(dialog|use-modal|confirm-dialog)'));

/** Posts in the feed and on their own page; their dialogs load on demand. */
const posts = anyOf(
  ours(
    'features/feed/(card/(?!hide-ad|ad-card|ad-events|post-card|post-menu-)|media/(?!video-player|exclusive-playback)|dialogs/post-|subscribe/use-|list/post-skeletons)',
    'ui/card\\.',
  ),
  icons('external-link', 'megaphone'),
);

const menus = anyOf(ours('ui/(menu|use-menu|anchored-menu)'));

/** Modules that the main screen loads after the first paint: the header's buttons and the live updates. */
const mainScreenLater = anyOf(
  ours(
    'app/shell/((header|live)/|confirm-exit)',
    'features/notifications/(?!notification-row|notifications-dialog)',
    'features/settings/(?!settings-panel)',
    'features/accounts/(log-out\\.|confirm-guest-logout)',
    'features/direct/conversations/(live|held)',
    'features/feed/post-events',
    'features/profiles/live/',
    'features/accounts/accounts\\.queries',
    'features/wallet/(wallet\\.queries|coin-)',
    'platform/(user-storage|money-dialog|follow-session)',
  ),
);

/**
 * The wallet and the leaderboard, loaded when either opens. Code of a single coin dialog loads with that
 * dialog.
 */
const money = anyOf(
  ours(
    'features/wallet/(wallet-(dialog|actions)|balance-card|guest-invitation|history/|leaderboard/|pages/)',
  ),
  icons('banknote-arrow-up', 'trophy'),
);

/**
 * Modules that both kinds of conversation need before the user can write; dialogs, pickers and menus load on
 * demand.
 */
const chat = anyOf(
  ours(
    'features/messages/(index|prefetch|chat/(chat-view|use-chat-session)|composer/(attachments|composer(?!-)|draft-storage|use-)|history/(?!confirmed)|list/(bubble|image-box|message-(list|rows|bubble|text|actions|attachments)|pending-bubble|row-height|typing-line|use-)|outbox/outbox-entry)',
  ),
  icons('arrow-left'),
);

/** Modules that only a room needs. */
const room = anyOf(
  ours(
    'features/rooms/(?:[a-z]+/)?(room-(screen|lazy|chat|header|conversation|composer|dialogs|rights|prefetch)|open-room|use-(room-session|mention)|whisper|start-whisper|mention\\.|connection-labels)',
  ),
);

/** Modules that only a private chat needs. */
const privateChat = anyOf(
  ours(
    'features/direct/(private-chat-screen|chat/(open-chat|connection-icon|presence-text|private-(header|chat|conversation)|use-(private-session|blocked)))',
  ),
);

/** Parts of a profile that are shown with and without a session. */
const publicParts = anyOf(
  ours('features/profiles/(safe-links|public/profile-links)'),
  icons('link-2', 'user-round-x'),
);

/** The first view of a profile: header, plans and media. The owner's tools load on demand. */
const profile = anyOf(
  ours(
    'features/profiles/(profile-(view|skeleton|tab|screen)|plans-section|header/|media/)',
    'features/creators/plans/plan-(card|labels)',
    'features/accounts/section-card',
  ),
);

/** Splits the output into files: few per screen, and none with code that only another screen uses. */
export const chunkGroups: ChunkGroup[] = [
  {
    name: 'vendor',
    priority: 2,
    test: /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/](react-router|router-core|history|react-store|store)|@lingui)[\\/]/,
  },
  { name: 'common', test: everyScreen, priority: 1 },
  { name: 'forms', test: forms },
  { name: 'main-screen', test: mainScreen },
  { name: 'lists', test: lists },
  { name: 'menus', test: menus },
  { name: 'known', test: known },
  { name: 'known-profiles', test: knownProfiles },
  { name: 'linked-text', test: linkedText },
  { name: 'dialogs', test: dialogs },
  { name: 'posts', test: posts },
  { name: 'chats', test: chatsTab },
  { name: 'main-screen-later', test: mainScreenLater },
  { name: 'money', test: money },
  { name: 'chat', test: chat },
  { name: 'room', test: room },
  { name: 'private-chat', test: privateChat },
  { name: 'public-parts', test: publicParts },
  { name: 'profile', test: profile },
];
