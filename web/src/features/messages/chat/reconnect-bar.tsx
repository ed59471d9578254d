import { Trans } from '@lingui/react/macro';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
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
  const isShown = isLong && !isConnected && isOnline;
  return (
    // Over the messages, which stay where they are when it comes and goes.
    <div className="relative z-2 h-0 shrink-0">
      <div
        className={classNames(
          'absolute inset-x-0 top-0 flex items-center justify-center gap-3 px-4 text-sm',
          isShown && 'border-b border-line bg-marigold-wash py-1.5',
        )}
      >
        {/* There before its text, so that the text is read out. */}
        <span role="status">{isShown && text}</span>
        {isShown && (
          <Button tone="quiet" size="small" onClick={() => session.connection.reconnect()}>
            <Trans>Reconnect</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
