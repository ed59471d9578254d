import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ArrowRight, DoorClosed } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Skeleton } from '../../ui/skeletons.tsx';
import { EmptyState, ErrorState } from '../../ui/view-states.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { useGuestDialog } from './use-guest-dialog.tsx';
import { useLinkSearch } from './use-link-search.ts';
import { usePageTitle } from './use-page-title.ts';

type WaysInProps = {
  /** What the link of the address leads to is unknown: the ways lead to the main screen. */
  isUnknown?: boolean;
  /** Some users inside may know it: who logs in is led there nevertheless. */
  mayBeInside?: boolean;
};

/** For a visitor without a session: the ways to one; each leads to what the link of the address is about (HM-05, GR-02). */
export function WaysIn({ isUnknown = false, mayBeInside = false }: WaysInProps) {
  const here = useLinkSearch();
  const guest = useGuestDialog({ isTargetUnknown: isUnknown });
  const search = isUnknown ? {} : here;
  return (
    <div className="grid gap-3">
      <Button tone="warm" isWide {...guest.button}>
        <Trans>Enter as a guest</Trans>
        <ArrowRight aria-hidden="true" className="size-5 rtl:-scale-x-100" />
      </Button>
      <div className="flex flex-wrap gap-3">
        <Link to="/login" search={mayBeInside ? here : search} className={`${buttonClasses('quiet')} grow`}>
          <Trans>Log in</Trans>
        </Link>
        <Link to="/register" search={search} className={`${buttonClasses('quiet')} grow`}>
          <Trans>Create an account</Trans>
        </Link>
      </div>
      <p className="text-center text-sm text-mute">
        <Trans>Adda is for adults, 18 and over.</Trans>
      </p>
      {guest.dialog}
    </div>
  );
}

/**
 * The page of a link for visitors: the logo and a card. They keep their distance from the top instead of being centred, so that
 * neither moves when the card grows with what has loaded.
 */
export function LandingPage({ children }: { children: ReactNode }) {
  return (
    <main
      id="main"
      className="dusk grid min-h-dvh content-start justify-items-center gap-6 px-4 pt-[max(1.5rem,calc(50dvh-20rem))] pb-8"
    >
      <Link to="/" className="rounded-chip p-1">
        <Wordmark />
      </Link>
      <div className="w-full max-w-104 rounded-sheet border border-line bg-surface p-6 shadow-card sm:p-8">
        {children}
      </div>
    </main>
  );
}

export type LandingProps = {
  /** What this is, above the picture. */
  kind: ReactNode;
  picture: ReactNode;
  title: string;
  /** One line of numbers or the like. */
  facts: ReactNode;
  /** What the room is about now, or what a person says about themselves. */
  text: string;
  /** The ways in. */
  children: ReactNode;
};

/** What a link leads to, with the ways in below. */
export function Landing({ kind, picture, title, facts, text, children }: LandingProps) {
  const heading = usePageTitle(title);
  return (
    <section className="grid animate-rise gap-6">
      <div className="grid grid-cols-1 justify-items-center gap-1 text-center">
        <p className="mb-3 font-semibold text-rani-ink">{kind}</p>
        {picture}
        <h1 ref={heading} tabIndex={-1} className="mt-3 max-w-full text-2xl wrap-anywhere outline-none">
          {title}
        </h1>
        <div className="max-w-full text-sm text-mute">{facts}</div>
        {text !== '' && (
          <p dir="auto" className="mt-2 line-clamp-6 max-w-full wrap-anywhere whitespace-pre-line">
            {text}
          </p>
        )}
      </div>
      {children}
    </section>
  );
}

/** What is shown while it loads. */
export function LandingSkeleton() {
  return (
    <div role="status" className="grid justify-items-center gap-3">
      <VisuallyHidden>
        <Trans>Loading…</Trans>
      </VisuallyHidden>
      <Skeleton className="mb-3 h-4 w-28" />
      <Skeleton className="blob size-22" />
      <Skeleton className="mt-3 h-7 w-3/5" />
      <Skeleton className="h-4 w-24" />
      <Skeleton className="mt-3 h-12 w-full rounded-full" />
    </div>
  );
}

/** Says that what a link leads to is not here any more, or not for everybody, with the ways in (HM-05). */
export function LandingGone({ text, ...ways }: { text: ReactNode } & Pick<WaysInProps, 'mayBeInside'>) {
  const { t } = useLingui();
  const heading = usePageTitle(t`Not here any more`);
  return (
    <div className="grid gap-2">
      <div ref={heading} tabIndex={-1} className="-mt-6 outline-none">
        <EmptyState
          level={1}
          icon={<DoorClosed className="size-7" />}
          title={<Trans>Not here any more</Trans>}
          text={text}
        />
      </div>
      <WaysIn isUnknown {...ways} />
    </div>
  );
}

/** Says that what a link leads to could not be loaded. */
export function LandingError(props: { error: Error; onRetry: () => void; isRetrying: boolean }) {
  const { error, ...retry } = props;
  return (
    <ErrorState
      level={1}
      title={<Trans>We couldn't open this link</Trans>}
      text={failureText(error)}
      {...retry}
    />
  );
}
