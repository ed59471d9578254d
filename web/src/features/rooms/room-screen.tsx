import { Trans } from '@lingui/react/macro';

export function RoomScreen() {
  return (
    <h1>
      <Trans>Room</Trans>
    </h1>
  );
}
