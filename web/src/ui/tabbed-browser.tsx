import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { Tabs } from './tabs.tsx';

/** One tab of the {@link TabbedBrowser}. */
export type BrowserTab = {
  readonly id: string;
  readonly label: string;
  /** The heading above its list, e.g. 'Active Rooms' (SH-52). */
  readonly title: ReactNode;
  /** Shown next to the heading, e.g. a button. */
  readonly action?: ReactNode;
  readonly content: () => ReactNode;
};

export type TabbedBrowserProps = {
  label: string;
  tabs: readonly [BrowserTab, ...BrowserTab[]];
  /** The open tab; the first one by default (SH-55). Owned by the parent, so that it survives opening a chat. */
  openId: string;
  onOpen: (id: string) => void;
};

/** Small screens: tabs with the lists to choose a chat from (SH-51). */
export function TabbedBrowser({ label, tabs, openId, onOpen }: TabbedBrowserProps) {
  const { t } = useLingui();
  const index = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === openId),
  );
  const tab = tabs[index] ?? tabs[0];
  const previous = tabs[index - 1];
  const next = tabs[index + 1];
  return (
    <section aria-label={label} className="flex min-h-0 grow flex-col">
      <header className="flex min-h-16 shrink-0 flex-wrap items-center ps-5 pe-2 pt-2">
        <h1 className="min-w-0 grow truncate pe-2 text-xl min-[24rem]:text-2xl">
          <Fragment key={tab.id}>{tab.title}</Fragment>
        </h1>
        <Fragment key={tab.id}>{tab.action}</Fragment>
        {tabs.length > 1 && (
          <>
            <IconButton
              label={t`Previous tab`}
              icon={<ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />}
              disabled={!previous}
              onClick={() => previous && onOpen(previous.id)}
            />
            <IconButton
              label={t`Next tab`}
              icon={<ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />}
              disabled={!next}
              onClick={() => next && onOpen(next.id)}
            />
          </>
        )}
      </header>
      {tabs.length > 1 ? (
        <Tabs
          label={label}
          items={tabs}
          value={tab.id}
          onChange={onOpen}
          className="grow [&>[role=tablist]]:mx-3"
        />
      ) : (
        <div className="min-h-0 grow overflow-y-auto">{tab.content()}</div>
      )}
    </section>
  );
}
