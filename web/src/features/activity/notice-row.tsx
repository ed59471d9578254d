import { displayedName } from '@adda/contract/accounts';
import type { Notification } from '@adda/contract/notifications';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { announcementsQuery, notificationsQuery, notificationTitle } from '../notifications/index.ts';
import { RowBody, rowClasses, type ActivityRowProps } from './activity-row.tsx';
import { ActivitySentence } from './activity-sentence.tsx';

export type NoticeRowProps = ActivityRowProps & {
  /** Opens the decision that a notification refers to, with the appeal form. */
  onDecision: (sanctionId: string) => void;
};

const quiet = buttonClasses('quiet', 'small');

/** What a notification offers. */
function Action({
  item,
  notice,
  focus,
  onDecision,
  onClose,
}: NoticeRowProps & { notice: Notification | undefined }) {
  const kind = notice?.kind;
  const sanctionId = item.subject.sanction_id ?? notice?.sanction_id;
  if (item.kind === 'export_ready') {
    return (
      <Link
        {...focus}
        to="/v1/settings/{-$section}"
        params={{ section: 'account' }}
        onClick={onClose}
        className={quiet}
      >
        <Trans>Get your copy</Trans>
      </Link>
    );
  }
  if (kind === 'report_looked_at' || kind === 'report_decided') {
    return (
      <Link {...focus} to="/reports" onClick={onClose} className={quiet}>
        <Trans>Your reports</Trans>
      </Link>
    );
  }
  if (!sanctionId) return null;
  return (
    <Button {...focus} tone="quiet" size="small" onClick={() => onDecision(sanctionId)}>
      {kind === 'warning' || kind === 'content_removed' ? (
        <Trans>Ask for another look</Trans>
      ) : (
        <Trans>Read more</Trans>
      )}
    </Button>
  );
}

/** The words of the operators, whole. */
const Words = ({ text }: { text: string }) => (
  <span dir="auto" className="wrap-anywhere whitespace-pre-line text-mute">
    {text}
  </span>
);

/**
 * A notification of the operators: its title, its words, the user it concerns, and its action. The activity has the first words
 * only; the rest is read with the notifications.
 */
export function NoticeRow(props: NoticeRowProps) {
  const { item, isNew } = props;
  const { data } = useQuery(notificationsQuery);
  const notice = data?.notifications.find(({ notification_id: id }) => id === item.subject.id);
  const name = notice?.about ? displayedName(notice.about) : '';
  return (
    <div className={rowClasses}>
      <RowBody
        item={item}
        isNew={isNew}
        sentence={
          <span className="font-semibold">
            {notice ? notificationTitle(notice.kind) : <ActivitySentence item={item} />}
          </span>
        }
      >
        <Words text={notice?.text ?? item.excerpt} />
        {name !== '' && (
          <span className="text-xs text-mute">
            <Trans>About {name}</Trans>
          </span>
        )}
        <span className="mt-1 empty:hidden">
          <Action {...props} notice={notice} />
        </span>
      </RowBody>
    </div>
  );
}

/** An announcement of the operators to everybody, with its link. */
export function AnnouncementRow({ item, isNew, focus }: ActivityRowProps) {
  const { data } = useQuery(announcementsQuery);
  const announcement = data?.announcements.find(({ announcement_id: id }) => id === item.activity_id);
  return (
    <div className={rowClasses}>
      <RowBody
        item={item}
        isNew={isNew}
        sentence={
          <span className="font-semibold">
            <ActivitySentence item={item} />
          </span>
        }
      >
        <Words text={announcement?.text ?? item.excerpt} />
        {announcement?.link && (
          <a
            {...focus}
            href={announcement.link}
            target="_blank"
            rel="noopener noreferrer"
            className={`mt-1 justify-self-start ${quiet}`}
          >
            <Trans>Read more</Trans>
          </a>
        )}
      </RowBody>
    </div>
  );
}
