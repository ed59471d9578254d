import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { api } from '../../platform/api.ts';
import { Button } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { toast } from '../../ui/toast-store.ts';
import { AccountPage } from './account-page.tsx';
import { meQuery } from './accounts.queries.ts';
import { NextLink } from './next-link.tsx';

const isDead = (error: Error | null): boolean =>
  error instanceof ApiError &&
  (error.code === 'invalid_verification_link' || error.fields.token !== undefined);

function DeadLink({ lead }: { lead: ReactNode }) {
  const { t } = useLingui();
  return (
    <AccountPage title={t`This link doesn't work any more`} lead={lead}>
      <NextLink />
    </AccountPage>
  );
}

type QuestionProps = {
  title: string;
  lead: ReactNode;
  label: ReactNode;
  error: Error | null;
  isBusy: boolean;
  onPress: () => void;
};

/** Asks before the link does anything: programs that check mails open links as well. */
function Question({ title, lead, label, error, isBusy, onPress }: QuestionProps) {
  return (
    <AccountPage title={title} lead={lead}>
      {error && (
        <p role="alert" className="text-danger">
          {failureText(error)}
        </p>
      )}
      <Button isBusy={isBusy} onClick={onPress}>
        {label}
      </Button>
    </AccountPage>
  );
}

/** `/change-email`: takes a new e-mail address with the token of its mail (ID-05). */
export function ChangeEmailScreen() {
  const { t } = useLingui();
  const client = useQueryClient();
  const { token = '' } = useSearch({ from: '/change-email' });
  const { isSuccess, isPending, error, mutate } = useMutation({
    mutationFn: () => api('POST /auth/email/confirm', { body: { token } }),
    onSuccess: () => client.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  if (isSuccess)
    return (
      <AccountPage
        title={t`That's your address now`}
        lead={<Trans>From now on we write to this address, and you can log in with it.</Trans>}
      >
        <NextLink />
      </AccountPage>
    );
  if (token === '' || isDead(error))
    return (
      <DeadLink
        lead={<Trans>It works once, for three days. You can ask for a fresh one in your settings.</Trans>}
      />
    );
  return (
    <Question
      title={t`Is this your new address?`}
      lead={<Trans>One press, and your account uses the address that this mail came to.</Trans>}
      label={<Trans>Use this address</Trans>}
      error={error}
      isBusy={isPending}
      onPress={() => mutate()}
    />
  );
}

/** `/undo-email-change`: ‘This was not me’: takes the old address back, then asks for a new password (ID-05). */
export function UndoEmailChangeScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { token = '' } = useSearch({ from: '/undo-email-change' });
  const { isPending, error, mutate } = useMutation({
    mutationFn: () => api('POST /auth/email/undo', { body: { token } }),
    async onSuccess({ reset_token: resetToken }) {
      toast.success(t`Your account has this address again, and everybody is logged out.`);
      await navigate({ to: '/reset-password', search: { token: resetToken }, replace: true });
    },
  });
  if (token === '' || isDead(error))
    return (
      <DeadLink
        lead={
          <Trans>
            It works once, for seven days. If somebody else has your account, write to those who run this
            place.
          </Trans>
        }
      />
    );
  return (
    <Question
      title={t`It wasn't you?`}
      lead={
        <Trans>
          We give your account this address back, log everybody out, and remove passkeys and authenticator
          apps that were added since. Then you choose a new password.
        </Trans>
      }
      label={<Trans>This was not me</Trans>}
      error={error}
      isBusy={isPending}
      onPress={() => mutate()}
    />
  );
}
