import { useLingui } from '@lingui/react/macro';
import { MessageCircle, Newspaper, UserRound, type LucideIcon } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { isPlainPress } from '../../ui/plain-press.ts';
import { shellTabs, type ShellTab } from '../search.ts';

/** A tab's count and its sentence for screen readers (SH-20). */
export type TabBadges = Partial<Record<ShellTab, { readonly count: number; readonly label: string }>>;

export type TabLinksProps = {
  /** The tab to mark as open: the one just pressed, although the switch itself is delayed (SH-05). None in the settings. */
  shown: ShellTab | undefined;
  onChoose: (tab: ShellTab) => void;
  onPreview: (tab: ShellTab) => void;
  badges: TabBadges;
  place: 'top' | 'bottom';
};

const icons: Record<ShellTab, LucideIcon> = { chats: MessageCircle, feed: Newspaper, profile: UserRound };

const classesByPlace = {
  top: {
    list: 'flex gap-1 rounded-full bg-raised p-1',
    link: 'flex min-h-11 items-center gap-2 rounded-full px-5 text-[.95rem] font-semibold transition-colors',
    open: 'bg-surface text-rani-ink shadow-pill dark:bg-line',
    shut: 'text-mute hover:text-ink',
    icon: 'relative',
    openIcon: '',
  },
  bottom: {
    list: 'mx-auto flex max-w-md',
    link: 'group flex min-h-16 flex-col items-center justify-center gap-1 pt-1.5 text-xs font-semibold',
    open: 'text-rani-ink',
    shut: 'text-mute',
    icon: 'relative grid h-8 w-14 place-items-center rounded-full transition-colors duration-200',
    openIcon: 'bg-marigold text-on-marigold',
  },
};

/** The three tabs of the main screen as links (SH-01). */
export function TabLinks({ shown, onChoose, onPreview, badges, place }: TabLinksProps) {
  const { t } = useLingui();
  const look = classesByPlace[place];
  const labels: Record<ShellTab, string> = { chats: t`Chats`, feed: t`Feed`, profile: t`Profile` };
  return (
    <nav aria-label={t`Main`}>
      <ul className={look.list}>
        {shellTabs.map((tab) => {
          const Icon = icons[tab];
          const isOpen = tab === shown;
          const badge = badges[tab];
          return (
            <li key={tab} className={place === 'bottom' ? 'min-w-0 grow basis-0' : undefined}>
              <a
                href={tab === 'chats' ? '/v1' : `/v1?tab=${tab}`}
                aria-current={isOpen ? 'page' : undefined}
                className={classNames(look.link, isOpen ? look.open : look.shut)}
                onPointerEnter={() => onPreview(tab)}
                onFocus={() => onPreview(tab)}
                onClick={(event) => {
                  if (!isPlainPress(event)) return;
                  event.preventDefault();
                  onChoose(tab);
                }}
              >
                <span className={classNames(look.icon, isOpen && look.openIcon)}>
                  <Icon aria-hidden="true" className="size-5" />
                  {/* Takes no space: the tabs don't move when the badge appears. */}
                  {badge && (
                    <Badge
                      count={badge.count}
                      label={badge.label}
                      className={place === 'top' ? 'absolute -start-3 -top-2.5' : 'absolute -end-2 -top-1.5'}
                    />
                  )}
                </span>
                {labels[tab]}
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
