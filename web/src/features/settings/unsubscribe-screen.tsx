import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { useSession } from '../../platform/use-session.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { AccountPage } from '../accounts/index.ts';

function WayOn() {
  return useSession() ? (
    <Link
      to="/v1/settings/{-$section}"
      params={{ section: 'notifications' }}
      className={buttonClasses('quiet')}
    >
      <Trans>Settings of notifications</Trans>
    </Link>
  ) : (
    <Link to="/" className={buttonClasses('quiet')}>
      <Trans>To Adda</Trans>
    </Link>
  );
}

/** `/unsubscribe`: ends the mails about what one missed, with the token of a mail and without a session (NT-05). */
export function UnsubscribeScreen() {
  const { t } = useLingui();
  const { token = '' } = useSearch({ from: '/unsubscribe' });
  const { isSuccess, isPending, error, mutate } = useMutation({
    mutationFn: () => api('POST /unsubscribe', { query: { token } }),
  });
  if (isSuccess)
    return (
      <AccountPage
        title={t`No more of these mails`}
        lead={
          <Trans>
            We don't mail you any more about what you missed. You can switch it on again in the settings.
          </Trans>
        }
      >
        <WayOn />
      </AccountPage>
    );
  if (token === '' || (error instanceof ApiError && error.status === 400))
    return (
      <AccountPage
        title={t`This link isn't complete`}
        lead={<Trans>Open it from the mail again, or switch mails off in your settings.</Trans>}
      >
        <WayOn />
      </AccountPage>
    );
  return (
    <AccountPage
      title={t`Too many mails?`}
      lead={
        <Trans>
          One press, and we stop mailing you about what you missed. Mails about your account, such as a new
          password, still come.
        </Trans>
      }
    >
      {error && (
        <p role="alert" className="text-danger">
          {failureText(error)}
        </p>
      )}
      <Button isBusy={isPending} onClick={() => mutate()}>
        <Trans>Stop these mails</Trans>
      </Button>
    </AccountPage>
  );
}
