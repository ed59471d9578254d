import type { ReactNode } from 'react';
import { useIsDesktop } from './use-media-query.ts';

/** Props of {@link ChatPanels}. */
export type ChatPanelsProps = {
  /** The open chat; undefined when none is. */
  chat: ReactNode | undefined;
  /** What the middle says while no chat is open; desktop only. */
  idle: ReactNode;
  /** The left panel: Users and History (SH-07); desktop only. */
  start: ReactNode;
  /** The right panel: groups (SH-08); desktop only. */
  end: ReactNode;
  /** What to choose a chat from on small screens; hidden while one is open (SH-56). */
  browser: ReactNode;
  /** What the right panel is called, for screen readers. */
  endLabel: string;
  /** What the left panel is called, for screen readers. */
  startLabel: string;
};

/** The chats tab's panes: side by side from 1024 px, one at a time below. */
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
        {chat ?? <div className="grid grow place-items-center overflow-y-auto">{idle}</div>}
      </div>
      <section
        aria-label={endLabel}
        // While a room shows its members, they take this place, unless there is room for both.
        className="flex w-72 shrink-0 flex-col border-s border-line bg-surface xl:w-88 max-2xl:group-has-data-[members=open]/panels:hidden"
      >
        {end}
      </section>
    </div>
  );
}
