import { isGuestName } from '@adda/contract/accounts';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { ApiError } from '../../platform/api-error.ts';
import { useSession } from '../../platform/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { verificationQuery } from './own-account.queries.ts';
import { AccountPage } from './account-page.tsx';
import { NextLink } from './next-link.tsx';
import { ResendVerification } from './resend-verification.tsx';

function DeadLink() {
  const { t } = useLingui();
  const username = useSession()?.username;
  const canResend = username !== undefined && !isGuestName(username);
  return (
    <AccountPage
      title={t`This link doesn't work any more`}
      lead={
        canResend ? (
          <Trans>A link works for three days. We can send you a fresh one.</Trans>
        ) : (
          <Trans>
            A link works for three days. Log in, and we'll send you a fresh one from your profile.
          </Trans>
        )
      }
    >
      {canResend && <ResendVerification />}
      <NextLink />
    </AccountPage>
  );
}

function Verified() {
  const { t } = useLingui();
  return (
    <AccountPage
      title={t`That's you, confirmed`}
      lead={<Trans>Thank you! Your e-mail address is confirmed, so you can always get back in.</Trans>}
    >
      <span
        aria-hidden="true"
        className="blob grid size-18 place-items-center bg-marigold-wash text-rani-ink"
      >
        <MailCheck className="size-7" />
      </span>
      <NextLink />
    </AccountPage>
  );
}

/** `/verify-email`: confirms an address with the token of the mail (SV-07). */
export function VerifyEmailScreen() {
  const { t } = useLingui();
  const { token = '' } = useSearch({ from: '/verify-email' });
  const { isSuccess, isFetching, error, refetch } = useQuery(verificationQuery(token));
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  if (isSuccess) return <Verified />;
  if (token === '' || (isRefused && error.status !== 429)) return <DeadLink />;
  if (!error)
    return (
      <AccountPage title={t`Confirming your address`}>
        <p role="status" className="flex items-center gap-3 text-mute">
          <Spinner />
          <Trans>One moment…</Trans>
        </p>
      </AccountPage>
    );
  return (
    <AccountPage title={t`We couldn't confirm it yet`}>
      <p role="alert" className="text-mute">
        {error.message}
      </p>
      <Button isBusy={isFetching} onClick={() => void refetch()}>
        <Trans>Try Again</Trans>
      </Button>
    </AccountPage>
  );
}
