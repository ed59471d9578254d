import type { ReactNode } from 'react';

/** The heading of a panel beside the chats, which stays in sight while its list scrolls. */
export function PanelHead({ title, action }: { title: ReactNode; action?: ReactNode }) {
  return (
    <div className="sticky top-0 z-2 flex min-h-14 shrink-0 flex-wrap items-center gap-1 bg-surface ps-5 pe-3 pt-2">
      <h2 className="min-w-0 grow text-xl">{title}</h2>
      {action}
    </div>
  );
}
