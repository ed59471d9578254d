import { Trans } from '@lingui/react/macro';

export function RegisterScreen() {
  return (
    <main>
      <h1>
        <Trans>Register</Trans>
      </h1>
    </main>
  );
}
