import { useLingui } from '@lingui/react/macro';
import { Bell } from 'lucide-react';
import { noticesDialog, useUnreadNotifications } from '../../../features/notifications/index.ts';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';

/** The bell: opens the operators' notifications and shows how many are unread. */
export function NotificationsButton() {
  const { t } = useLingui();
  const count = useUnreadNotifications();
  return (
    <span className="relative">
      <IconButton
        label={t`Notifications`}
        icon={<Bell aria-hidden="true" className="size-5" />}
        onClick={noticesDialog.open}
      />
      <Badge count={count} label={t`${count} new`} className="pointer-events-none absolute -end-1 -top-0.5" />
    </span>
  );
}
