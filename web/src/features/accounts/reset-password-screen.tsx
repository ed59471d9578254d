import { Trans } from '@lingui/react/macro';

export function ResetPasswordScreen() {
  return (
    <main>
      <h1>
        <Trans>Reset password</Trans>
      </h1>
    </main>
  );
}
