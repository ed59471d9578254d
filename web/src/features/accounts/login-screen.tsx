import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { PageFooter } from './account-page.tsx';
import { linkClasses } from './link-classes.ts';
import { LoginForm } from './login-form.tsx';
import { useGuestDialog } from './use-guest-dialog.tsx';
import { useLinkSearch } from './use-link-search.ts';
import { usePageTitle } from './use-page-title.ts';

const corners = ['☕', '🏏', '🎬', '🎧', '🌙'];

/** A decorative row of meeting places. */
function Corners() {
  return (
    <div aria-hidden="true" className="hidden -space-x-2 sm:flex rtl:space-x-reverse">
      {corners.map((corner) => (
        <Avatar key={corner} name={`corner ${corner}`} displayedName={corner} shape="room" size="large" />
      ))}
    </div>
  );
}

/** The fastest way to enter: a card with one button and a short form (AU-01, SV-03). */
function GuestEntry() {
  const guest = useGuestDialog();
  return (
    <section aria-labelledby="guest-entry" className="rounded-card bg-marigold-wash p-5">
      <h2 id="guest-entry" className="text-lg">
        <Trans>Just want a look around?</Trans>
      </h2>
      <p className="mt-1 text-sm">
        <Trans>No e-mail, no password. Keep your account later if you like it here.</Trans>
      </p>
      <Button tone="warm" isWide className="mt-4" {...guest.button}>
        <Trans>Enter as a guest</Trans>
        <ArrowRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
      </Button>
      {guest.dialog}
    </section>
  );
}

/** `/` and `/login`: introduction, guest login and login. A toast says why a session ended. */
export function LoginScreen() {
  const { t } = useLingui();
  const heading = usePageTitle(t`Log in`);
  const search = useLinkSearch();
  return (
    <main className="dusk grid min-h-dvh content-center justify-items-center px-4 py-8">
      <div className="grid w-full max-w-104 gap-6 lg:max-w-240 lg:grid-cols-[1.1fr_1fr] lg:items-center lg:gap-16">
        <div className="grid gap-6">
          <Wordmark />
          <div className="grid gap-3">
            <h1 ref={heading} tabIndex={-1} className="text-3xl outline-none">
              <Trans>Come hang out.</Trans>
            </h1>
            <p className="max-w-96 text-lg text-mute">
              <Trans>Rooms full of good company, for adults 18 and over who like a good chat.</Trans>
            </p>
          </div>
          <Corners />
          <GuestEntry />
        </div>
        <section
          aria-labelledby="login"
          className="rounded-sheet border border-line bg-surface p-6 shadow-card sm:p-8"
        >
          <LoginForm titleId="login">
            <PageFooter className="mt-4">
              <Trans>New here?</Trans>
              <Link to="/register" search={search} className={linkClasses}>
                <Trans>Create an account</Trans>
              </Link>
            </PageFooter>
          </LoginForm>
        </section>
      </div>
    </main>
  );
}
