import { createRootRoute, createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { chatSegment } from './shell/chat-segment.tsx';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';
import { bySession } from './by-session.tsx';
import { requireNoPermanentAccount, requireNoSession, requireSession } from './guards.ts';
import type { LinkSearch } from '../platform/link-target.ts';
import { messageSearch, optionalText, optionalTexts, profileSearch, tabSearch } from './search.ts';
import { tabCode, tabOf } from './tab-code.ts';

const root = createRootRoute({ component: Outlet });

const login = lazyRouteComponent(() => import('../features/accounts/login-screen.tsx'), 'LoginScreen');

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: optionalTexts('join', 'to'),
  beforeLoad: requireNoSession,
  component: login,
});

const loginPage = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: optionalTexts('join', 'to'),
  beforeLoad: requireNoSession,
  component: login,
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: optionalTexts('ref', 'join', 'to'),
  beforeLoad: ({ search }: { search: LinkSearch & { ref?: string } }) => requireNoPermanentAccount(search),
  component: lazyRouteComponent(() => import('../features/accounts/register-screen.tsx'), 'RegisterScreen'),
});

const upgrade = createRoute({
  getParentRoute: () => root,
  path: '/upgrade',
  validateSearch: optionalTexts('ref', 'join', 'to'),
  beforeLoad: () => requireSession('/'),
  component: lazyRouteComponent(() => import('../features/accounts/upgrade-screen.tsx'), 'UpgradeScreen'),
});

/** The former address of a section of the settings. */
const security = createRoute({
  getParentRoute: () => root,
  path: '/security',
  beforeLoad: () => {
    throw redirect({ to: '/v1/settings/{-$section}', params: { section: 'security' }, replace: true });
  },
});

const ownReports = createRoute({
  getParentRoute: () => root,
  path: '/reports',
  beforeLoad: () => requireSession('/'),
  component: lazyRouteComponent(
    () => import('../features/moderation/reports/own-reports-screen.tsx'),
    'OwnReportsScreen',
  ),
});

const error = createRoute({
  getParentRoute: () => root,
  path: '/error',
  component: lazyRouteComponent(() => import('../features/accounts/error-screen.tsx'), 'ErrorScreen'),
});

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  validateSearch: optionalText('token'),
  component: lazyRouteComponent(
    () => import('../features/accounts/verify-email-screen.tsx'),
    'VerifyEmailScreen',
  ),
});

const undoScreens = () => import('../features/accounts/undo-takeover-screen.tsx');

const changeEmail = createRoute({
  getParentRoute: () => root,
  path: '/change-email',
  validateSearch: optionalText('token'),
  component: lazyRouteComponent(
    () => import('../features/accounts/change-email-screen.tsx'),
    'ChangeEmailScreen',
  ),
});

const undoEmailChange = createRoute({
  getParentRoute: () => root,
  path: '/undo-email-change',
  validateSearch: optionalText('token'),
  component: lazyRouteComponent(undoScreens, 'UndoEmailChangeScreen'),
});

const undoLogin = createRoute({
  getParentRoute: () => root,
  path: '/undo-login',
  validateSearch: optionalText('token'),
  component: lazyRouteComponent(undoScreens, 'UndoLoginScreen'),
});

const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: '/unsubscribe',
  validateSearch: optionalText('token'),
  component: lazyRouteComponent(
    () => import('../features/settings/unsubscribe-screen.tsx'),
    'UnsubscribeScreen',
  ),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  validateSearch: optionalTexts('join', 'to'),
  component: lazyRouteComponent(
    () => import('../features/accounts/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: optionalText('token'),
  component: lazyRouteComponent(
    () => import('../features/accounts/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
});

/** Loads the main screen and the tab of the address in parallel. */
async function loadShell() {
  const tab = tabOf(location);
  const [{ MainShell, tabComponents }] = await Promise.all([
    import('./shell/main-shell.tsx'),
    tab && tabCode[tab]().catch(() => undefined),
  ]);
  // On failure the main screen shows the error in the tab's place.
  if (tab) await tabComponents[tab].load().catch(() => undefined);
  return { MainShell };
}

/** Rooms and private chats without a session. */
const publicLinks = () => import('./shell/public-links.tsx');

/** Layout of screens that are part of the main screen with a session and stand alone without. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: bySession(
    lazyRouteComponent(loadShell, 'MainShell'),
    lazyRouteComponent(() => import('./shell/public-shell.tsx'), 'PublicShell'),
  ),
  pendingComponent: ShellSkeleton,
});

const tabs = createRoute({
  getParentRoute: () => shell,
  path: '/v1',
  validateSearch: tabSearch,
  beforeLoad: () => requireSession('/'),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/v1/settings/{-$section}',
  beforeLoad: () => requireSession('/'),
  component: lazyRouteComponent(() => import('./shell/settings-page.tsx'), 'SettingsPage'),
});

/** Where other apps share to (PN-01). */
const share = createRoute({
  getParentRoute: () => shell,
  path: '/share',
  beforeLoad: () => requireSession('/login'),
  component: lazyRouteComponent(() => import('./shell/settings-page.tsx'), 'SharePage'),
});

const createRoom = createRoute({
  getParentRoute: () => shell,
  path: '/v1/group/create',
  beforeLoad: () => requireSession('/login'),
  component: lazyRouteComponent(
    () => import('../features/rooms/list/create-room-screen.tsx'),
    'CreateRoomScreen',
  ),
});

const room = createRoute({
  getParentRoute: () => shell,
  path: '/v1/group/$groupId',
  validateSearch: messageSearch,
  component: bySession(
    lazyRouteComponent(() => import('../features/rooms/room-screen.tsx'), 'RoomScreen'),
    lazyRouteComponent(publicLinks, 'PublicRoomScreen'),
  ),
});

/** The public page of an invitation to a room (GR-02). */
const join = createRoute({
  getParentRoute: () => root,
  path: '/join/$code',
  component: lazyRouteComponent(() => import('../features/rooms/invites/join-screen.tsx'), 'JoinScreen'),
});

/** The address of copied links to a message (FT-07). */
const roomLink = createRoute({
  getParentRoute: () => root,
  path: '/chats/room/$groupId',
  validateSearch: messageSearch,
  beforeLoad: ({ params, search }) => {
    throw redirect({ to: '/v1/group/$groupId', params, search, replace: true });
  },
});

const privateChat = createRoute({
  getParentRoute: () => shell,
  path: '/v1/chat/$username',
  validateSearch: messageSearch,
  component: bySession(chatSegment, lazyRouteComponent(publicLinks, 'PublicChatScreen')),
});

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile/$username',
  validateSearch: profileSearch,
  component: bySession(
    lazyRouteComponent(() => import('../features/profiles/profile-screen.tsx'), 'ProfileScreen'),
    lazyRouteComponent(
      () => import('../features/profiles/public/public-profile-screen.tsx'),
      'PublicProfileScreen',
    ),
  ),
});

const post = createRoute({
  getParentRoute: () => shell,
  path: '/post/$mediaId',
  component: bySession(
    lazyRouteComponent(() => import('./shell/post-page.tsx'), 'PostPage'),
    lazyRouteComponent(
      () => import('../features/profiles/public/public-post-screen.tsx'),
      'PublicPostScreen',
    ),
  ),
});

/** The state of the admin console: `view` is the section, the other parameters the open item and the filter (SV-48). */
const admin = createRoute({
  getParentRoute: () => root,
  path: '/admin',
  validateSearch: optionalTexts('view', 'id', 'filter'),
  beforeLoad: () => requireSession('/login'),
  component: lazyRouteComponent(() => import('../features/admin/admin-screen.tsx'), 'AdminScreen'),
});

const suspended = createRoute({
  getParentRoute: () => root,
  path: '/suspended',
  beforeLoad: requireNoSession,
  component: lazyRouteComponent(
    () => import('../features/moderation/suspended/suspended-screen.tsx'),
    'SuspendedScreen',
  ),
});

/** All screens and their addresses. */
export const routeTree = root.addChildren([
  home,
  loginPage,
  register,
  upgrade,
  security,
  ownReports,
  error,
  verifyEmail,
  changeEmail,
  undoEmailChange,
  undoLogin,
  unsubscribe,
  forgotPassword,
  resetPassword,
  admin,
  suspended,
  join,
  roomLink,
  shell.addChildren([tabs, settings, share, createRoom, room, privateChat, profile, post]),
]);
