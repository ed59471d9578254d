import { useMatch } from '@tanstack/react-router';
import { useSession } from '../../platform/use-session.ts';
import type { ShellTab } from '../search.ts';

/** The open place of the main screen, derived from the address. */
export type OpenPlace = {
  /**
   * The tab that it belongs to: the user's own profile to profile, a post or another user's profile to feed
   * (SH-21). Undefined for the settings (HM-08) and for what was shared (PN-01).
   */
  readonly tab: ShellTab | undefined;
  /** `chat`: a room, a private chat or the room form; `page`: a profile, a post, the settings or what was shared. */
  readonly kind: 'tab' | 'chat' | 'page';
  /** Stays the same while the same place is open. */
  readonly key: string;
};

/** Returns the kind of the place at an address of the main screen. */
export function kindOf(pathname: string): OpenPlace['kind'] {
  if (!pathname.startsWith('/v1') || pathname.startsWith('/v1/settings')) return 'page';
  return pathname.length > 4 ? 'chat' : 'tab';
}

/** Returns the open place of the main screen. */
export function useOpenPlace(): OpenPlace {
  const account = useSession()?.username;
  const tabs = useMatch({ from: '/shell/v1', shouldThrow: false });
  const profile = useMatch({ from: '/shell/profile/$username', shouldThrow: false });
  const post = useMatch({ from: '/shell/post/$mediaId', shouldThrow: false });
  const settings = useMatch({ from: '/shell/v1/settings/{-$section}', shouldThrow: false });
  const share = useMatch({ from: '/shell/share', shouldThrow: false });
  if (profile) {
    const username = profile.params.username.trim().toLowerCase();
    return { tab: username === account ? 'profile' : 'feed', kind: 'page', key: `profile/${username}` };
  }
  if (post) return { tab: 'feed', kind: 'page', key: `post/${post.params.mediaId}` };
  if (settings || share) return { tab: undefined, kind: 'page', key: share ? 'share' : 'settings' };
  if (!tabs) return { tab: 'chats', kind: 'chat', key: 'chats' };
  const { tab = 'chats' } = tabs.search;
  return { tab, kind: 'tab', key: tab };
}
