import { useMatch } from '@tanstack/react-router';
import { useSession } from '../../platform/use-session.ts';
import type { ShellTab } from '../search.ts';

/** What of the main screen is open, as the address says it. */
export type OpenPlace = {
  /** The tab that it belongs to: one's own profile to profile, a post or somebody else's profile to feed (SH-21). */
  readonly tab: ShellTab;
  /** `chat`: a room, a private chat or the form for a room; `page`: a profile or a post with an address of its own. */
  readonly kind: 'tab' | 'chat' | 'page';
  /** The same while the same thing is open. */
  readonly key: string;
};

/** What of the main screen is open. */
export function useOpenPlace(): OpenPlace {
  const account = useSession()?.username;
  const tabs = useMatch({ from: '/shell/v1', shouldThrow: false });
  const profile = useMatch({ from: '/shell/profile/$username', shouldThrow: false });
  const post = useMatch({ from: '/shell/post/$mediaId', shouldThrow: false });
  if (profile) {
    const username = profile.params.username.trim().toLowerCase();
    return { tab: username === account ? 'profile' : 'feed', kind: 'page', key: `profile/${username}` };
  }
  if (post) return { tab: 'feed', kind: 'page', key: `post/${post.params.mediaId}` };
  if (!tabs) return { tab: 'chats', kind: 'chat', key: 'chats' };
  const { tab = 'chats' } = tabs.search;
  return { tab, kind: 'tab', key: tab };
}
