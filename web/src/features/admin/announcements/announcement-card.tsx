import type { ManagedAnnouncement } from '@adda/contract/notifications';
import { Trans, useLingui } from '@lingui/react/macro';
import { Time } from '../../../ui/time.tsx';
import { ConfirmAction } from '../frame/confirm-action.tsx';
import { StateMark } from '../frame/state-mark.tsx';
import { sendAnnouncementEnd } from './announcements.queries.ts';
import { BannerPreview } from './banner-preview.tsx';

type CardProps = { announcement: ManagedAnnouncement };

function EndAnnouncement({ announcement }: CardProps) {
  const { t } = useLingui();
  return (
    <ConfirmAction
      label={t`End now…`}
      title={<Trans>End this announcement?</Trans>}
      description={<Trans>It goes from every screen, and it can’t be shown again.</Trans>}
      confirmLabel={<Trans>End now</Trans>}
      send={() => sendAnnouncementEnd(announcement.announcement_id)}
      done={t`The announcement is over`}
    >
      <p dir="auto" className="mt-3 rounded-chip bg-raised p-3 text-sm wrap-anywhere">
        {announcement.text}
      </p>
    </ConfirmAction>
  );
}

function State({ state }: Pick<ManagedAnnouncement, 'state'>) {
  const { t } = useLingui();
  const names = { shown: t`Shown now`, planned: t`Planned`, over: t`Over` };
  return <StateMark tone={state === 'shown' ? 'warm' : 'calm'}>{names[state]}</StateMark>;
}

/** An announcement: preview, state, times and the end action. */
export function AnnouncementCard({ announcement }: CardProps) {
  const { state, starts_at: from, ends_at: to, created_by: by, link } = announcement;
  return (
    <li className="grid min-w-0 content-start gap-3 rounded-card border border-line bg-surface p-4 shadow-card">
      <BannerPreview {...announcement} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-mute">
          <State state={state} />
          <span>
            <Trans>
              From <Time value={from} as="full" />
            </Trans>
          </span>
          <span>
            {to ? (
              <Trans>
                until <Time value={to} as="full" />
              </Trans>
            ) : (
              <Trans>without an end</Trans>
            )}
          </span>
          <span>
            <Trans>by {by}</Trans>
          </span>
          {link && <span className="wrap-anywhere">{link}</span>}
        </p>
        {state !== 'over' && <EndAnnouncement announcement={announcement} />}
      </div>
    </li>
  );
}
