import { Trans } from '@lingui/react/macro';

export function UpgradeScreen() {
  return (
    <main>
      <h1>
        <Trans>Upgrade</Trans>
      </h1>
    </main>
  );
}
