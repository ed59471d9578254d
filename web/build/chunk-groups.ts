/** Modules that go into one file together; of two groups that want a module the first one gets it, with what it imports. */
type ChunkGroup = { name: string; test: RegExp; priority?: number };

/** Our own modules whose paths below web/src begin with one of these; a `.` ends a name. */
const ours = (...begins: string[]) =>
  `[\\\\/]web[\\\\/]src[\\\\/](${begins.join('|').replaceAll('/', '[\\\\/]')})`;

const icons = (...names: string[]) =>
  `lucide-react[\\\\/]dist[\\\\/]esm[\\\\/]icons[\\\\/](${names.join('|')})\\.`;

const anyOf = (...tests: string[]) => new RegExp(tests.join('|'));

/** What every screen uses, in one file: a file for each module would cost more in requests than it saves. */
const everyScreen = anyOf(
  ours(
    'main',
    'app/(?!shell|page-missing)',
    'platform/(?!realtime|connection|open-chat|theme|compress-image|private-connection|upload|list-calls|people-queries|client-config|kept-by-person|money-dialog|follow-session|use-session-line|outside-link)',
    'ui/(avatar|button|class-names|icon-button|person-colour|skeletons|spinner|toast-store|use-document-title|use-online|view-states|visually-hidden|wordmark)',
  ),
  icons('circle-exclamation-point', 'eye-off', 'x'),
);

/** What forms before the main screen are made of. */
const forms = anyOf(
  ours(
    'ui/(field|form-errors|password-field|text-field)',
    'features/accounts/(account-page|form|link-classes|use-enter|use-form|use-page-title)\\.',
  ),
);

/** What the main screen needs at once, and what most of what it shows is made of: a request more costs more. */
const mainScreen = anyOf(
  ours(
    'app/shell/(?!header/|live/|chats/|links/open|links/use|public-shell|post-page|confirm-exit)',
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

/** The chats tab: the rooms, and how people beside them come. */
const chatsTab = anyOf(
  ours(
    'app/shell/chats/',
    'features/rooms/(?:[a-z]+/)?(chats-tab|room-list|room-card|create-link|rooms\\.mutations)',
    'ui/(tabbed-browser|chat-panels|tabs|search-field)',
  ),
);

/** What long lists need: conversations, people and the feed. */
const lists = anyOf(
  ours('ui/scroller-of'),
  'node_modules[\\\\/]@tanstack[\\\\/](react-virtual|virtual-core)[\\\\/]',
);

/** What is known of posts and creators. */
const known = anyOf(
  ours(
    'features/feed/(post-(cache|keys|queries)|list/feed[.-](queries|place))',
    'features/relations/(follow\\.queries|use-follow)',
    'features/creators/live/(creator-rooms|use-creator-room)',
  ),
  icons('image-off', 'play', 'user-round-(check|plus)'),
);

/** What is known of profiles, and what this server can do, which they and the wallet ask. */
const knownProfiles = anyOf(
  ours(
    'features/creators/(creators\\.queries|plans/plan-labels)',
    'features/profiles/(profiles\\.queries|media/media-list\\.)',
    'platform/client-config',
  ),
  icons('ban', 'image-plus'),
);

/** Words of people with links in them, in chats, posts and profiles. */
const linkedText = anyOf(ours('ui/(linked-text|outside-link)', 'platform/outside-link'));

/** What opens on top of everything else. */
const dialogs = anyOf(ours('ui/(dialog|use-modal|confirm-dialog)'));

/** What the feed and a post show of posts; dialogs come when they are opened. */
const posts = anyOf(
  ours(
    'features/feed/(card/(?!hide-ad|ad-card|ad-events|post-card|post-menu-)|media/(?!video-player|one-plays)|dialogs/post-|subscribe/use-|list/post-skeletons)',
    'ui/card\\.',
  ),
  icons('external-link', 'megaphone'),
);

const menus = anyOf(ours('ui/(menu|use-menu|anchored-menu)'));

/** What the main screen has soon after: the header's buttons, and what follows the news. */
const mainScreenLater = anyOf(
  ours(
    'app/shell/((header|live)/|confirm-exit)',
    'features/notifications/(?!notification-row|notifications-dialog)',
    'features/settings/(?!settings-panel)',
    'features/accounts/(log-out\\.|leave-for-good)',
    'features/direct/conversations/(live|held)',
    'features/feed/post-events',
    'features/profiles/live/',
    'features/accounts/accounts\\.queries',
    'features/wallet/(wallet\\.queries|coin-)',
    'platform/(kept-by-person|money-dialog|follow-session)',
  ),
);

/** The wallet and the leaderboard, when one of them is opened; what only one dialog about coins shows comes with that. */
const money = anyOf(
  ours(
    'features/wallet/(wallet-(dialog|actions)|balance-card|guest-invitation|history/|leaderboard/|pages/)',
  ),
  icons('banknote-arrow-up', 'trophy'),
);

/** What a conversation of either kind needs before anybody can talk; dialogs, pickers and menus come when they are opened. */
const chat = anyOf(
  ours(
    'features/messages/(index|prefetch|chat/(chat-view|use-chat-session)|composer/(attachments|composer(?!-)|draft-storage|use-)|history/(?!confirmed)|list/(bubble|image-box|message-(list|rows|bubble|text|actions|attachments)|pending-bubble|row-height|typing-line|use-)|outbox/outbox-entry)',
  ),
  icons('arrow-left'),
);

/** What a room needs beside it. */
const room = anyOf(
  ours(
    'features/rooms/(?:[a-z]+/)?(room-(screen|lazy|chat|header|conversation|composer|dialogs|rights|prefetch)|open-room|use-(room-session|mention)|whisper|start-whisper|mention\\.|connection-labels)',
  ),
);

/** What a private chat needs beside it. */
const privateChat = anyOf(
  ours(
    'features/direct/(private-chat-screen|chat/(open-chat|connection-icon|presence-text|private-(header|chat|conversation)|use-(private-session|blocked)))',
  ),
);

/** What a profile shows with a session and without. */
const publicParts = anyOf(
  ours('features/profiles/(safe-links|public/profile-links)'),
  icons('link-2', 'user-round-x'),
);

/** What a profile shows at first: header, plans and media; what its owner does with it comes when it is asked for. */
const profile = anyOf(
  ours(
    'features/profiles/(profile-(view|skeleton|tab|screen)|plans-section|header/|media/)',
    'features/creators/plans/plan-(card|words)',
    'features/accounts/section-card',
  ),
);

/** How the output is cut into files: few for each screen, and none with what only another one shows. */
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
