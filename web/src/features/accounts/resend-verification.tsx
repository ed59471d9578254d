import { VERIFICATION_MAIL_SECONDS } from '@adda/contract/accounts';
import { Trans } from '@lingui/react/macro';
import { Mail } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { useResendVerification } from './own-account.queries.ts';

/** The result of the last press, as text. */
function Outcome({ error, isSent }: { error: Error | null; isSent: boolean }) {
  if (error) {
    const isVerified = error instanceof ApiError && error.code === 'email_already_verified';
    return (
      <p role="alert" className={isVerified ? 'text-sm' : 'text-sm text-danger'}>
        {isVerified ? <Trans>Your address is already confirmed.</Trans> : error.message}
      </p>
    );
  }
  return (
    <p role="status" className="text-sm empty:hidden">
      {isSent && <Trans>A new mail is on its way.</Trans>}
    </p>
  );
}

/** Returns the remaining seconds of a countdown, 0 if none runs, and a function that starts it. */
function useCountdown(): { left: number; start: (seconds: number) => void } {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left <= 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, start: setLeft };
}

/** Resends the verification mail, at most once a minute, with a countdown (SV-08). */
export function ResendVerification() {
  const resend = useResendVerification();
  const { left, start } = useCountdown();
  const send = () =>
    resend.mutate(undefined, {
      onSuccess: () => start(VERIFICATION_MAIL_SECONDS),
      onError: (error) => {
        if (error instanceof ApiError && error.retryAfterSeconds) start(error.retryAfterSeconds);
      },
    });
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        tone="quiet"
        size="small"
        isBusy={resend.isPending}
        disabled={left > 0}
        onClick={send}
        icon={<Mail aria-hidden="true" className="size-4" />}
      >
        {left > 0 ? <Trans>Send again in {left} s</Trans> : <Trans>Send the mail again</Trans>}
      </Button>
      <Outcome error={resend.error} isSent={resend.isSuccess} />
    </div>
  );
}
