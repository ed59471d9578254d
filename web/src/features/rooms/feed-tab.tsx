import { Trans } from '@lingui/react/macro';

/** The feed tab: newest and top rooms. */
export function FeedTab() {
  return (
    <h1>
      <Trans>What's happening</Trans>
    </h1>
  );
}
