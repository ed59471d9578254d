import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Avatar } from '../../ui/avatar.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { PageFooter } from './account-page.tsx';
import { GuestEntry } from './guest-entry.tsx';
import { linkClasses } from './link-classes.ts';
import { LoginForm } from './login-form.tsx';
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

/** `/` and `/login`: introduction, guest login and login. A toast says why a session ended. */
export function LoginScreen() {
  const { t } = useLingui();
  const heading = usePageTitle(t`Log in`);
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
          <h2 id="login" className="mb-5 text-xl">
            <Trans>Welcome back</Trans>
          </h2>
          <LoginForm />
          <PageFooter className="mt-4">
            <Trans>New here?</Trans>
            <Link to="/register" className={linkClasses}>
              <Trans>Create an account</Trans>
            </Link>
          </PageFooter>
        </section>
      </div>
    </main>
  );
}
