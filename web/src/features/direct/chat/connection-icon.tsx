import { useLingui } from '@lingui/react/macro';
import { CircleAlert, RefreshCw, Wifi, WifiOff } from 'lucide-react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useConnectionState, type ChatSession } from '../../messages/index.ts';

/**
 * The state of the connection (PC-05, PC-19), distinguished by shape and name; a press reconnects, because there
 * is no automatic reconnect (PC-20).
 */
export function ConnectionIcon({ session }: { session: ChatSession | undefined }) {
  const { t } = useLingui();
  const state = useConnectionState(session) ?? 'disconnected';
  const look = {
    connected: { name: t`Connected`, icon: <Wifi aria-hidden="true" className="size-5 text-teal" /> },
    reconnecting: {
      name: t`Reconnecting`,
      icon: <RefreshCw aria-hidden="true" className="size-5 animate-spin motion-reduce:animate-none" />,
    },
    disconnected: {
      name: t`Disconnected. Press to reconnect.`,
      icon: <WifiOff aria-hidden="true" className="size-5 text-mute" />,
    },
    error: {
      name: t`Connection error. Press to reconnect.`,
      icon: <CircleAlert aria-hidden="true" className="size-5 text-danger" />,
    },
  }[state];
  return (
    <IconButton
      label={look.name}
      icon={look.icon}
      data-state={state}
      data-reconnect=""
      onClick={() => session?.connection.reconnect()}
    />
  );
}
