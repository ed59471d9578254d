import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Time } from '../../../ui/time.tsx';
import { useConnectionState, type ChatSession } from '../../messages/index.ts';
import { usePresence } from './presence.ts';

/**
 * 'online', or the last time the user was online (PC-06). Empty without a connection, because the state may be
 * outdated.
 */
export function PresenceText({ username, session }: { username: string; session: ChatSession | undefined }) {
  const presence = usePresence(username);
  const isConnected = useConnectionState(session) === 'connected';
  const [wasConnected, setWasConnected] = useState(false);
  if (isConnected && !wasConnected) setWasConnected(true);
  if (!presence || (wasConnected && !isConnected)) return null;
  const { is_online: isOnline, last_active: lastActive } = presence;
  if (isOnline) {
    return (
      <span className="font-semibold text-teal">
        <Trans>online</Trans>
      </span>
    );
  }
  if (lastActive === null) return <Trans>offline</Trans>;
  return (
    <Trans>
      last active <Time value={lastActive} as="ago" />
    </Trans>
  );
}
