import { Trans } from '@lingui/react/macro';

export function LoginScreen() {
  return (
    <main>
      <h1>
        <Trans>Login</Trans>
      </h1>
    </main>
  );
}
