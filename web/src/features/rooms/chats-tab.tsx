import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ChatPanels } from '../../ui/chat-panels.tsx';
import { TabbedBrowser } from '../../ui/tabbed-browser.tsx';

/** The chats tab. `children` is the open chat, undefined while none is. */
export function ChatsTab({ children }: { children?: ReactNode }) {
  const { t } = useLingui();
  const rooms = () => <p>{t`Rooms`}</p>;
  return (
    <ChatPanels
      chat={children}
      idle={<Trans>Pick a room</Trans>}
      end={rooms()}
      endLabel={t`Rooms`}
      browser={
        <TabbedBrowser
          label={t`Browse`}
          tabs={[{ id: 'rooms', label: t`Rooms`, title: <Trans>Active Rooms</Trans>, content: rooms }]}
        />
      }
    />
  );
}
