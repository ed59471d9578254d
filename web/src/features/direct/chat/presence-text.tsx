import { ONLINE_TEXT_MS } from '@adda/contract/direct';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Time } from '../../../ui/time.tsx';
import { useNow } from '../../../ui/time-clock.ts';
import { useLineState, type ChatSession } from '../../messages/index.ts';
import { userStatus } from './private-chat.queries.ts';

/**
 * 'online', also for three minutes after (PC-51, X-20), or when somebody was here last (PC-06). Nothing once the
 * connection is lost: what was true before may not be so any more.
 */
export function PresenceText({ username, session }: { username: string; session: ChatSession | undefined }) {
  const { data } = useQuery(userStatus(username));
  const now = useNow();
  const isConnected = useLineState(session) === 'connected';
  const [wasConnected, setWasConnected] = useState(false);
  if (isConnected && !wasConnected) setWasConnected(true);
  if (!data || (wasConnected && !isConnected)) return null;
  const { is_online: isOnline, last_active: lastActive } = data;
  if (isOnline || (lastActive !== null && now - Date.parse(lastActive) < ONLINE_TEXT_MS)) {
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
