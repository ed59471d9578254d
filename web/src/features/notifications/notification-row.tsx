import { displayedName } from '@adda/contract/accounts';
import type { Notification, NotificationKind } from '@adda/contract/notifications';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import {
  Eye,
  DoorOpen,
  FileDown,
  HandHeart,
  MessageSquareWarning,
  Scale,
  Sun,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Time } from '../../ui/time.tsx';
import { notificationTitle } from './notification-labels.ts';

const icons: Readonly<Record<NotificationKind, LucideIcon>> = {
  warning: MessageSquareWarning,
  content_removed: Trash2,
  suspension_ended: Sun,
  report_looked_at: Eye,
  report_decided: HandHeart,
  appeal_decided: Scale,
  export_ready: FileDown,
  invite: DoorOpen,
};

export type NotificationRowProps = {
  notification: Notification;
  /** Opens the decision that the notification refers to, with the appeal form. */
  onDecision: (sanctionId: string) => void;
  onClose: () => void;
};

/** The action that a notification offers. */
function Action({ notification, onDecision, onClose }: NotificationRowProps) {
  const { kind, sanction_id: sanctionId, invite_code: code } = notification;
  if (kind === 'export_ready') {
    return (
      <Link
        to="/v1/settings/{-$section}"
        params={{ section: 'account' }}
        onClick={onClose}
        className={buttonClasses('quiet', 'small')}
      >
        <Trans>Get your copy</Trans>
      </Link>
    );
  }
  if (kind === 'report_looked_at' || kind === 'report_decided') {
    return (
      <Link to="/reports" onClick={onClose} className={buttonClasses('quiet', 'small')}>
        <Trans>Your reports</Trans>
      </Link>
    );
  }
  if (code !== null) {
    return (
      <Link to="/join/$code" params={{ code }} onClick={onClose} className={buttonClasses('quiet', 'small')}>
        <Trans>See the invitation</Trans>
      </Link>
    );
  }
  if (sanctionId === null) return null;
  const mayAppeal = kind === 'warning' || kind === 'content_removed';
  return (
    <Button tone="quiet" size="small" onClick={() => onDecision(sanctionId)}>
      {mayAppeal ? <Trans>Ask for another look</Trans> : <Trans>Read more</Trans>}
    </Button>
  );
}

/** A notification: title, text, the user it concerns, and its action. */
export function NotificationRow(props: NotificationRowProps) {
  const { t } = useLingui();
  const { kind, text, about, created_at: at, is_read: isRead } = props.notification;
  const Icon = icons[kind];
  // The text of an invitation says who invites.
  const name = about === null || kind === 'invite' ? '' : displayedName(about);
  return (
    <li className={classNames('flex gap-3 rounded-card p-3', !isRead && 'bg-rani-wash')}>
      <span
        aria-hidden="true"
        className="blob grid size-11 shrink-0 place-items-center bg-raised text-rani-ink"
      >
        <Icon className="size-5" />
      </span>
      <div className="grid min-w-0 grow gap-1">
        <p className="font-semibold wrap-anywhere">
          {notificationTitle(kind)}{' '}
          {!isRead && (
            <span className="ms-1 inline-block rounded-full bg-rani px-2 py-0.5 text-xs text-on-rani">
              {t`New`}
            </span>
          )}
        </p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text}
        </p>
        <p className="text-xs text-mute">
          {name !== '' && (
            <>
              <Trans>About {name}</Trans>
              {' · '}
            </>
          )}
          <Time value={at} as="ago" />
        </p>
        <div className="mt-1 empty:hidden">
          <Action {...props} />
        </div>
      </div>
    </li>
  );
}
