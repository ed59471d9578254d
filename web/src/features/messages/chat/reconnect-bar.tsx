import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { useOnline } from '../../../ui/offline-banner.tsx';
import type { ChatSession } from './chat-session.ts';
import { useConnectionState } from './use-chat-session.ts';

/** A connection that is back within this time shows no bar. */
const PATIENCE_MS = 1500;

/**
 * The line above the messages that says that the connection has been lost for a while, with a button to reconnect. Without a
 * network the screen's own line says it (HM-09).
 */
export function ReconnectBar({ session, text }: { session: ChatSession; text: ReactNode }) {
  const state = useConnectionState(session);
  const isOnline = useOnline();
  const [isLong, setLong] = useState(false);
  const isConnected = state === 'connected';
  useEffect(() => {
    if (isConnected) return undefined;
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [isConnected]);
  if (!isLong || isConnected || !isOnline) return null;
  return (
    <div className="flex shrink-0 items-center justify-center gap-3 border-b border-line bg-marigold-wash px-4 py-1.5 text-sm">
      <span role="status">{text}</span>
      <Button tone="quiet" size="small" onClick={() => session.connection.reconnect()}>
        <Trans>Reconnect</Trans>
      </Button>
    </div>
  );
}
