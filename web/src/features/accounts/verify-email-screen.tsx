import { Trans } from '@lingui/react/macro';

export function VerifyEmailScreen() {
  return (
    <main>
      <h1>
        <Trans>Verify email</Trans>
      </h1>
    </main>
  );
}
