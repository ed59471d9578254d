import { Trans } from '@lingui/react/macro';

export function ForgotPasswordScreen() {
  return (
    <main>
      <h1>
        <Trans>Forgot password</Trans>
      </h1>
    </main>
  );
}
