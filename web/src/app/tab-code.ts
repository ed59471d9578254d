import { shellTabs, type ShellTab } from './search.ts';

/** Loads the content of a main screen tab together with its texts. */
export const tabCode = {
  chats: async () => {
    const code = await import('./shell/chats/chats.tsx');
    // Beside an open chat the lists load later.
    if (location.pathname.length <= '/v1/'.length) await code.chatLists.load().catch(() => undefined);
    return code;
  },
  feed: () => import('../features/feed/feed-tab.tsx'),
  profile: () => import('../features/profiles/profile-tab.tsx'),
};

/** Returns the tab whose content an address shows: chats by default; undefined if a page replaces the tab. */
export function tabOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ShellTab | undefined {
  if (/^\/(profile\/|post\/|v1\/settings)/.test(pathname)) return undefined;
  const requested = new URLSearchParams(search).get('tab');
  return shellTabs.find((tab) => tab === requested) ?? 'chats';
}
