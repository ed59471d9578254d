import type { ReactNode } from 'react';
import { useIsDesktop } from './use-media-query.ts';

export type ChatPanelsProps = {
  /** The open chat; undefined if none is open. */
  chat: ReactNode | undefined;
  /** Shown in the middle while no chat is open; desktop only. */
  idle: ReactNode;
  /** The left panel: Users and History (SH-07); desktop only. */
  start: ReactNode;
  /** The right panel: groups (SH-08); desktop only. */
  end: ReactNode;
  /** The lists to choose a chat from on small screens; hidden while a chat is open (SH-56). */
  browser: ReactNode;
  /** The right panel's label for screen readers. */
  endLabel: string;
  /** The left panel's label for screen readers. */
  startLabel: string;
};

/** The panes of the chats tab: side by side from 1024 px, one at a time below. */
export function ChatPanels({ chat, idle, start, end, browser, startLabel, endLabel }: ChatPanelsProps) {
  const isDesktop = useIsDesktop();
  if (!isDesktop) return <div className="flex min-h-0 grow flex-col">{chat ?? browser}</div>;
  return (
    <div className="group/panels flex min-h-0 grow">
      <section
        aria-label={startLabel}
        className="flex w-64 shrink-0 flex-col border-e border-line bg-surface xl:w-80"
      >
        {start}
      </section>
      <div className="flex min-w-0 grow flex-col">
        {chat ?? <div className="grow overflow-y-auto">{idle}</div>}
      </div>
      <section
        aria-label={endLabel}
        // A room's member list replaces this panel unless both fit.
        className="flex w-72 shrink-0 flex-col border-s border-line bg-surface xl:w-88 max-2xl:group-has-data-[members=open]/panels:hidden"
      >
        {end}
      </section>
    </div>
  );
}
