import { Trans } from '@lingui/react/macro';

export function SecurityScreen() {
  return (
    <main>
      <h1>
        <Trans>Security</Trans>
      </h1>
    </main>
  );
}
