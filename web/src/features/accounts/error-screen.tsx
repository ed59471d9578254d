import { Trans } from '@lingui/react/macro';

export function ErrorScreen() {
  return (
    <main>
      <h1>
        <Trans>Error</Trans>
      </h1>
    </main>
  );
}
