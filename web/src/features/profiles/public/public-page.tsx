import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClasses } from '../../../ui/button.tsx';
import { Wordmark } from '../../../ui/wordmark.tsx';

/** Invitation to register, for visitors without a session. */
function Invitation() {
  return (
    <aside className="grid justify-items-start gap-3 rounded-card bg-marigold-wash p-5 sm:p-6">
      <h2 className="text-lg">
        <Trans>There's more inside</Trans>
      </h2>
      <p>
        <Trans>
          Adda is where people hang out and talk: rooms, private chats and everything they share. For adults,
          18 and over.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to="/register" className={buttonClasses()}>
          <Trans>Join Adda</Trans>
        </Link>
        <Link to="/login" className={buttonClasses('quiet')}>
          <Trans>Log in</Trans>
        </Link>
      </div>
    </aside>
  );
}

/** Page frame for visitors without a session: the logo, the content, and links to register and log in. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="dusk min-h-dvh px-4 py-6 outline-none sm:px-6">
      <div className="mx-auto grid max-w-160 grid-cols-1 gap-6">
        <Link to="/" className="justify-self-start rounded-chip p-1">
          <Wordmark />
        </Link>
        {children}
        <Invitation />
      </div>
    </main>
  );
}
