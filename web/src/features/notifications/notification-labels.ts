import type { NotificationKind } from '@adda/contract/notifications';
import { t } from '@lingui/core/macro';

/** Returns the title of a notification kind. */
export function notificationTitle(kind: NotificationKind): string {
  switch (kind) {
    case 'warning':
      return t`A warning from the people who look after Adda`;
    case 'content_removed':
      return t`Something of yours was removed`;
    case 'suspension_ended':
      return t`Good to have you back`;
    case 'report_looked_at':
      return t`Your report is being looked at`;
    case 'report_decided':
      return t`Thank you for your report`;
    case 'appeal_decided':
      return t`We had another look`;
    case 'export_ready':
      return t`The copy of your data is ready`;
    case 'invite':
      return t`You're invited to a room`;
  }
}
