import type { Profile } from '@adda/contract/profiles';
import { useLingui } from '@lingui/react/macro';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazyComponent, LazyComponent } from '../../ui/lazy-component.tsx';
import { Skeleton } from '../../ui/skeletons.tsx';
import { Tabs, type TabItem } from '../../ui/tabs.tsx';
import { tryAgain } from '../../ui/try-again.tsx';
import { UpgradeInvitation } from '../accounts/index.ts';
import { MediaGrid } from './media/media-grid.tsx';

const plansSection = lazyComponent(() => import('./plans-section.tsx'));
const aboutPanel = lazyComponent(() => import('./about/about-panel.tsx'));

type ViewName = 'posts' | 'locked' | 'plans' | 'about';

/** The open tab, which is in the address: posts if it names none or one that this profile doesn't have. */
function useOpenView(items: readonly TabItem<ViewName>[]) {
  const navigate = useNavigate();
  const { view }: { view?: string } = useSearch({ strict: false });
  const open = items.find(({ id }) => id === view)?.id ?? 'posts';
  // Replaces the step of the history, so that Back leaves the profile at the first press.
  const choose = (id: ViewName) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, view: id === 'posts' ? undefined : id }),
      // The step may be the one that lets Back close dialogs.
      state: true,
      replace: true,
      resetScroll: false,
      ignoreBlocker: true,
    });
  return { open, choose };
}

export type ProfileTabsProps = {
  profile: Profile;
  /** The viewer's username. */
  account: string;
  /** The viewer is a guest. */
  isGuest: boolean;
};

/**
 * Posts, locked posts, plans and About (HM-15). Others don't get a tab that would be empty; a guest neither posts nor sells.
 */
export function ProfileTabs({ profile, account, isGuest }: ProfileTabsProps) {
  const { t } = useLingui();
  const { is_self: isOwn, plans, total_locked: lockedPosts } = profile;
  const isCreator = isOwn && !profile.is_guest;
  const posts = () =>
    isOwn && profile.is_guest ? <UpgradeInvitation /> : <MediaGrid profile={profile} account={account} />;
  const locked = () => <MediaGrid profile={profile} account={account} isLocked />;
  const waiting = { fallback: <Skeleton className="h-20 rounded-card" />, failed: tryAgain };
  const offers = () => (
    <LazyComponent component={plansSection} {...waiting}>
      {({ PlansSection }) => <PlansSection profile={profile} isGuest={isGuest} />}
    </LazyComponent>
  );
  const about = () => (
    <LazyComponent component={aboutPanel} {...waiting}>
      {({ AboutPanel }) => <AboutPanel profile={profile} />}
    </LazyComponent>
  );
  const all: readonly (TabItem<ViewName> & { readonly isShown: boolean })[] = [
    { id: 'posts', label: t`Posts`, content: posts, isShown: true },
    { id: 'locked', label: t`Locked`, content: locked, isShown: isCreator || lockedPosts > 0 },
    { id: 'plans', label: t`Plans`, content: offers, isShown: isCreator || plans.length > 0 },
    { id: 'about', label: t`About`, content: about, isShown: true },
  ];
  const items = all.filter(({ isShown }) => isShown);
  const { open, choose } = useOpenView(items);
  return <Tabs<ViewName> label={t`Profile`} items={items} value={open} onChange={choose} isPage />;
}
