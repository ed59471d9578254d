import { useLingui } from '@lingui/react/macro';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useUnreadTotal } from '../../../features/direct/index.ts';
import { useSwitchChat } from '../../../platform/use-switch-chat.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { lazyComponent, LazyComponent } from '../../../ui/lazy-component.tsx';

const unreadPanel = lazyComponent(() => import('../../../features/direct/unread/unread-panel.tsx'));

/**
 * Opens the unread messages and shows their count (SH-14, SH-33): in the header, and below an open chat on
 * phones (PC-02).
 */
export function UnreadButton() {
  const { t } = useLingui();
  const count = useUnreadTotal();
  const switchChat = useSwitchChat();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <span className="relative inline-grid">
      <IconButton
        label={t`Unread messages`}
        icon={<Inbox aria-hidden="true" className="size-5" />}
        onClick={() => setOpen(true)}
      />
      <Badge
        count={count}
        label={t`${count} unread`}
        className="pointer-events-none absolute -end-1 -top-0.5"
      />
      {isOpen && (
        <LazyComponent component={unreadPanel} onFailed={close}>
          {({ UnreadDialog }) => <UnreadDialog onClose={close} onOpen={switchChat} />}
        </LazyComponent>
      )}
    </span>
  );
}
