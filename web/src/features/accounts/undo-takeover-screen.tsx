import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../platform/api.ts';
import { toast } from '../../ui/toast-store.ts';
import { DeadMailLink, isDeadLink, LinkQuestion } from './link-question.tsx';

type UndoProps = {
  token: string;
  title: string;
  lead: ReactNode;
  /** Said once it is done. */
  done: string;
  send: (token: string) => Promise<{ reset_token: string }>;
};

/** ‘This was not me’: takes the account back, then asks for a new password (ID-05). */
function UndoQuestion({ token, title, lead, done, send }: UndoProps) {
  const navigate = useNavigate();
  const { isPending, error, mutate } = useMutation({
    mutationFn: () => send(token),
    async onSuccess({ reset_token: resetToken }) {
      toast.success(done);
      await navigate({ to: '/reset-password', search: { token: resetToken }, replace: true });
    },
  });
  if (token === '' || isDeadLink(error))
    return (
      <DeadMailLink
        lead={
          <Trans>
            It works once, for seven days. If somebody else has your account, write to those who run this
            place.
          </Trans>
        }
      />
    );
  return (
    <LinkQuestion
      title={title}
      lead={lead}
      label={<Trans>This was not me</Trans>}
      error={error}
      isBusy={isPending}
      onPress={() => mutate()}
    />
  );
}

/** `/undo-email-change`: takes the old e-mail address back (ID-05). */
export function UndoEmailChangeScreen() {
  const { t } = useLingui();
  const { token = '' } = useSearch({ from: '/undo-email-change' });
  return (
    <UndoQuestion
      token={token}
      title={t`It wasn't you?`}
      lead={
        <Trans>
          We give your account this address back, log everybody out, and remove passkeys and authenticator
          apps that were added since. Then you choose a new password.
        </Trans>
      }
      done={t`Your account has this address again, and everybody is logged out.`}
      send={(sent) => api('POST /auth/email/undo', { body: { token: sent } })}
    />
  );
}

/** `/undo-login`: ends a login that was told by mail, and all others (ID-05). */
export function UndoLoginScreen() {
  const { t } = useLingui();
  const { token = '' } = useSearch({ from: '/undo-login' });
  return (
    <UndoQuestion
      token={token}
      title={t`It wasn't you who logged in?`}
      lead={
        <Trans>
          We log everybody out and take back what was changed since: your e-mail address, passkeys and
          authenticator apps. Then you choose a new password.
        </Trans>
      }
      done={t`Everybody is logged out of your account.`}
      send={(sent) => api('POST /auth/login/undo', { body: { token: sent } })}
    />
  );
}
