import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Wordmark } from '../../ui/wordmark.tsx';
import { usePageTitle } from './use-page-title.ts';

export type AccountPageProps = {
  /** The page's heading, also the tab's title. */
  title: string;
  lead?: ReactNode;
  /** Shown below the card, such as a link to the other login page. */
  footer?: ReactNode;
  children?: ReactNode;
};

/** A standalone page: the wordmark, a heading and one card on the evening background. */
export function AccountPage({ title, lead, footer, children }: AccountPageProps) {
  const heading = usePageTitle(title);
  return (
    <main className="dusk grid min-h-dvh content-center justify-items-center gap-6 px-4 py-8">
      <Link to="/" className="rounded-chip p-1">
        <Wordmark />
      </Link>
      <div className="w-full max-w-104 animate-rise rounded-sheet border border-line bg-surface p-6 shadow-card sm:p-8">
        <h1 ref={heading} tabIndex={-1} className="text-2xl break-words outline-none">
          {title}
        </h1>
        {lead && <p className="mt-2 text-mute">{lead}</p>}
        {children && <div className="mt-6 grid gap-6">{children}</div>}
      </div>
      {footer && <PageFooter>{footer}</PageFooter>}
    </main>
  );
}

/** A text line with a link in it. */
export function PageFooter({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <p className={classNames('flex flex-wrap items-center justify-center gap-x-2 text-mute', className)}>
      {children}
    </p>
  );
}
