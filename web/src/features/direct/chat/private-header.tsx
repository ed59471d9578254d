import { useLingui, Trans } from '@lingui/react/macro';
import { displayedName } from '@adda/contract/accounts';
import { Link } from '@tanstack/react-router';
import {
  BellOff,
  MessageCircle,
  ShieldAlert,
  Trash2,
  User,
  CircleAlert,
  RefreshCw,
  Wifi,
  WifiOff,
} from 'lucide-react';
import { BackLink } from '../../../ui/back-link.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LazyComponent } from '../../../ui/lazy-component.tsx';
import { tryAgain } from '../../../ui/try-again.tsx';
import { GuestTag, PersonAvatar } from '../../accounts/index.ts';
import { prefetchedComponents, useConnectionState, type ChatSession } from '../../messages/index.ts';
import { useState } from 'react';
import { Time } from '../../../ui/time.tsx';
import { usePresence } from './presence.ts';

/**
 * 'online', or the last time the user was online (PC-06). Empty without a connection, because the state may be
 * outdated.
 */
function PresenceText({ username, session }: { username: string; session: ChatSession | undefined }) {
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

/**
 * The state of the connection (PC-05, PC-19), distinguished by shape and name; a press reconnects, because there
 * is no automatic reconnect (PC-20).
 */
function ConnectionIcon({ session }: { session: ChatSession | undefined }) {
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

/** The views of a private chat (PC-07). */
export type PrivateChatContent = 'chat' | 'profile';

export type PrivateHeaderProps = {
  username: string;
  session: ChatSession | undefined;
  part: PrivateChatContent;
  onPart: (part: PrivateChatContent) => void;
  onReportOrBlock: () => void;
  /** Undefined if there is nothing to mute. */
  onMute: (() => void) | undefined;
  /** Undefined if there is nothing to delete or to search. */
  onDeleteAll: (() => void) | undefined;
};

/** The way back, and the other user with their presence (PC-03, PC-06). */
function ChatPeer({ username, session }: Pick<PrivateHeaderProps, 'username' | 'session'>) {
  const { t } = useLingui();
  const name = displayedName(username);
  const profile = { to: '/profile/$username', params: { username } } as const;
  return (
    <>
      <BackLink label={t`Back to the chats`} />
      <Link {...profile} tabIndex={-1} aria-hidden="true">
        <PersonAvatar username={username} />
      </Link>
      <div className="min-w-0 grow basis-24 ps-2">
        <div className="flex min-w-0 items-center gap-1.5">
          <h1 className="min-w-0 truncate text-lg" title={name}>
            <Link {...profile} className="hover:underline">
              {name}
            </Link>
          </h1>
          <GuestTag username={username} />
        </div>
        <p className="h-5 truncate text-sm text-mute">
          <PresenceText username={username} session={session} />
        </p>
      </div>
    </>
  );
}

/** Back, the other user, the connection, and the actions (PC-03 to PC-07). */
export function PrivateHeader(props: PrivateHeaderProps) {
  const { username, session, part, onPart } = props;
  const { t } = useLingui();
  const iconClasses = 'size-5';
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-1 border-b border-line bg-surface px-2 py-1.5 sm:px-3">
      <ChatPeer username={username} session={session} />
      <ConnectionIcon session={session} />
      <div
        role="group"
        aria-label={t`This chat`}
        className="ms-auto flex max-sm:basis-full max-sm:justify-end"
      >
        <IconButton
          label={t`Chat`}
          aria-pressed={part === 'chat'}
          className="aria-pressed:bg-rani-wash aria-pressed:text-rani-ink"
          icon={<MessageCircle aria-hidden="true" className={iconClasses} />}
          onClick={() => onPart('chat')}
        />
        <IconButton
          label={t`Profile`}
          aria-pressed={part === 'profile'}
          className="aria-pressed:bg-rani-wash aria-pressed:text-rani-ink"
          icon={<User aria-hidden="true" className={iconClasses} />}
          onClick={() => onPart('profile')}
        />
        <LazyComponent
          component={prefetchedComponents.parts}
          fallback={<span className="size-11" />}
          failed={tryAgain}
        >
          {({ ChatSearchButton }) => (
            <ChatSearchButton onChat={props.onDeleteAll && (() => onPart('chat'))} />
          )}
        </LazyComponent>
        <IconButton
          label={t`Mute`}
          aria-haspopup="dialog"
          disabled={!props.onMute}
          icon={<BellOff aria-hidden="true" className={iconClasses} />}
          onClick={props.onMute}
        />
        <IconButton
          label={t`Report or Block`}
          icon={<ShieldAlert aria-hidden="true" className={iconClasses} />}
          onClick={props.onReportOrBlock}
        />
        <IconButton
          label={t`Delete all messages`}
          disabled={!props.onDeleteAll}
          icon={<Trash2 aria-hidden="true" className={iconClasses} />}
          onClick={props.onDeleteAll}
        />
      </div>
    </header>
  );
}
