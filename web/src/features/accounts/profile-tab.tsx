import { Trans } from '@lingui/react/macro';

/** The profile tab: the own account. */
export function ProfileTab() {
  return (
    <h1>
      <Trans>Profile</Trans>
    </h1>
  );
}
