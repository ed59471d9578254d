import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { Tabs } from './tabs.tsx';

/** One tab of the {@link TabbedBrowser}. */
export type BrowserTab = {
  readonly id: string;
  readonly label: string;
  /** The heading over its list, e.g. 'Active Rooms' (SH-52). */
  readonly title: ReactNode;
  /** Beside the heading, e.g. a button. */
  readonly action?: ReactNode;
  readonly content: () => ReactNode;
};

/** Small screens: what to choose a chat from, in tabs (SH-51); opens at the first (SH-55). */
export function TabbedBrowser({
  label,
  tabs,
}: {
  label: string;
  tabs: readonly [BrowserTab, ...BrowserTab[]];
}) {
  const { t } = useLingui();
  const [openId, setOpenId] = useState(tabs[0].id);
  const index = Math.max(
    0,
    tabs.findIndex((tab) => tab.id === openId),
  );
  const tab = tabs[index] ?? tabs[0];
  const previous = tabs[index - 1];
  const next = tabs[index + 1];
  return (
    <section aria-label={label} className="flex min-h-0 grow flex-col">
      <header className="flex min-h-16 shrink-0 flex-wrap items-center gap-x-2 ps-5 pe-3 pt-2">
        <h1 className="min-w-0 grow truncate text-2xl">{tab.title}</h1>
        {tab.action}
        {tabs.length > 1 && (
          <>
            <IconButton
              label={t`Previous tab`}
              icon={<ChevronLeft aria-hidden="true" className="rtl:-scale-x-100" />}
              disabled={!previous}
              onClick={() => previous && setOpenId(previous.id)}
            />
            <IconButton
              label={t`Next tab`}
              icon={<ChevronRight aria-hidden="true" className="rtl:-scale-x-100" />}
              disabled={!next}
              onClick={() => next && setOpenId(next.id)}
            />
          </>
        )}
      </header>
      {tabs.length > 1 ? (
        <Tabs label={label} items={tabs} value={tab.id} onChange={setOpenId} className="grow px-3" />
      ) : (
        <div className="min-h-0 grow overflow-y-auto">{tab.content()}</div>
      )}
    </section>
  );
}
