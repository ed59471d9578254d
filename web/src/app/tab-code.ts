import { withChatTexts, withFeedTexts, withProfileTexts } from '../platform/texts.ts';
import { shellTabs, type ShellTab } from './search.ts';

/** Fetches what a tab of the main screen shows, with its texts. */
export const tabCode = {
  chats: () => withChatTexts(() => import('./shell/chats/chats.tsx')),
  feed: () => withFeedTexts(() => import('../features/feed/feed-tab.tsx')),
  profile: () => withProfileTexts(() => import('../features/profiles/profile-tab.tsx')),
};

/** The tab whose content an address shows: chats, unless another is named; none where a page stands in its place. */
export function tabOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ShellTab | undefined {
  if (/^\/(profile|post)\//.test(pathname)) return undefined;
  const wanted = new URLSearchParams(search).get('tab');
  return shellTabs.find((tab) => tab === wanted) ?? 'chats';
}
