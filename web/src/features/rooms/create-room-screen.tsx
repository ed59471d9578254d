import { Trans } from '@lingui/react/macro';

export function CreateRoomScreen() {
  return (
    <h1>
      <Trans>Create room</Trans>
    </h1>
  );
}
