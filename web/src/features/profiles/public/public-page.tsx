import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Wordmark } from '../../../ui/wordmark.tsx';
import { WaysIn } from '../../accounts/index.ts';

type PublicPageProps = { isUnknown: boolean; isLoading: boolean; children: ReactNode };

/**
 * Page frame for visitors without a session: the logo, the content, and the ways to a session, which lead back here; with
 * `isUnknown`, because there is no content, to the main screen (HM-05). With `isLoading` the content is not there yet, and the ways,
 * which it would move, wait for it.
 */
export function PublicPage({ isUnknown, isLoading, children }: PublicPageProps) {
  return (
    <main id="main" tabIndex={-1} className="dusk min-h-dvh px-4 py-6 outline-none sm:px-6">
      <div className="mx-auto grid max-w-160 grid-cols-1 gap-6">
        <Link to="/" className="justify-self-start rounded-chip p-1">
          <Wordmark />
        </Link>
        {children}
        {!isLoading && (
          <aside className="grid gap-4 rounded-sheet border border-line bg-surface p-5 shadow-card sm:p-6">
            <div className="grid gap-1">
              <h2 className="text-lg">
                <Trans>There's more inside</Trans>
              </h2>
              <p>
                <Trans>
                  Adda is where people hang out and talk: rooms, private chats and everything they share.
                </Trans>
              </p>
            </div>
            <WaysIn isUnknown={isUnknown} />
          </aside>
        )}
      </div>
    </main>
  );
}
