import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { api } from '../../platform/api.ts';
import { AccountPage } from './account-page.tsx';
import { meQuery } from './accounts.queries.ts';
import { DeadMailLink, isDeadLink, LinkQuestion } from './link-question.tsx';
import { NextLink } from './next-link.tsx';

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
  if (token === '' || isDeadLink(error))
    return (
      <DeadMailLink
        lead={<Trans>It works once, for three days. You can ask for a fresh one in your settings.</Trans>}
      />
    );
  return (
    <LinkQuestion
      title={t`Is this your new address?`}
      lead={<Trans>One press, and your account uses the address that this mail came to.</Trans>}
      label={<Trans>Use this address</Trans>}
      error={error}
      isBusy={isPending}
      onPress={() => mutate()}
    />
  );
}
