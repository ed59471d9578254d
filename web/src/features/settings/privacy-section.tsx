import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Switch } from '../../ui/switch.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast-store.ts';
import { endHiding, hidingQuery } from '../accounts/index.ts';
import { useAvailability } from './availability.ts';
import {
  AccountSettings,
  SettingCard,
  SettingChoice,
  SettingRow,
  SettingSwitch,
  type Option,
} from './setting-fields.tsx';

/** Whether others may write to the user; guests read why they can't change it, and no request is made (X-18). */
function MessagingField() {
  const { isAvailable, isGuest, isBusy, toggle } = useAvailability();
  return (
    <Switch
      label={<Trans>Allow messaging</Trans>}
      hint={
        isGuest ? (
          <Trans>Guest users cannot update settings</Trans>
        ) : (
          <Trans>When it's off, nobody can write to you in private, and you are shown as offline.</Trans>
        )
      }
      isOn={isGuest || (isAvailable ?? true)}
      isDisabled={isGuest || isBusy || isAvailable === undefined}
      onChange={toggle}
    />
  );
}

const whoMayWrite = (): readonly Option<'everyone' | 'known' | 'nobody'>[] => [
  {
    value: 'everyone',
    label: <Trans>Everyone</Trans>,
    hint: <Trans>People you don’t know begin with a request of at most three texts.</Trans>,
  },
  {
    value: 'known',
    label: <Trans>People I know</Trans>,
    hint: <Trans>Those you follow; and by request those who are in a room with you.</Trans>,
  },
  {
    value: 'nobody',
    label: <Trans>Nobody</Trans>,
    hint: <Trans>Nobody new, not even those you follow. Chats you already have go on.</Trans>,
  },
];

/** Whether strangers can find the user, with a way to end the hiding early (MR-05). */
function HidingState() {
  const client = useQueryClient();
  const { data } = useQuery(hidingQuery);
  const ending = useMutation({
    ...endHiding(client),
    onSuccess: () => toast.success(t`Your profile is visible again.`),
    onError: (error) => toast.problem(failureText(error)),
  });
  const until = data?.hidden_until ?? null;
  if (until === null) return null;
  return (
    <div className="grid justify-items-start gap-2 rounded-card bg-marigold-wash p-4">
      <p>
        <Trans>
          Because you were threatened, strangers can’t find you until <Time value={until} as="full" />. People
          you follow or wrote to still can.
        </Trans>
      </p>
      <Button tone="quiet" size="small" isBusy={ending.isPending} onClick={() => ending.mutate()}>
        <Trans>Show my profile to everybody</Trans>
      </Button>
    </div>
  );
}

/** What others see of the user (FT-03, FT-05, FT-06, HM-15). */
function WhatOthersSee() {
  return (
    <>
      <SettingSwitch
        name="tell_read"
        atFirst
        label={<Trans>Tell people when I’ve read their messages</Trans>}
        hint={<Trans>You both see what the other has read only if you both have this on.</Trans>}
      />
      <SettingSwitch
        name="name_when_forwarded"
        atFirst
        label={<Trans>Show my name when my messages are forwarded</Trans>}
        hint={<Trans>Off: a forwarded message doesn’t say that you wrote it.</Trans>}
      />
      <SettingSwitch
        name="hide_followers"
        atFirst={false}
        label={<Trans>Hide who follows me</Trans>}
        hint={<Trans>Only you see the list of your followers, and how many they are.</Trans>}
      />
      <SettingSwitch
        name="hide_following"
        atFirst={false}
        label={<Trans>Hide whom I follow</Trans>}
        hint={<Trans>Only you see the list of people you follow, and how many they are.</Trans>}
      />
      <SettingSwitch
        name="link_previews"
        atFirst
        label={<Trans>Show cards for links</Trans>}
        hint={<Trans>A card shows the title and the picture of a page.</Trans>}
      />
    </>
  );
}

/** Who may write, what others see, and whom the user has blocked and reported (FT-03, HM-08, HM-15, MR-03, MR-05, MR-06). */
export function PrivacySection({ onBlocked }: { onBlocked: () => void }) {
  return (
    <>
      <HidingState />
      <SettingCard>
        <MessagingField />
        <AccountSettings>
          <SettingChoice
            name="who_may_write"
            label={<Trans>Who may write to me first</Trans>}
            options={whoMayWrite()}
          />
          <WhatOthersSee />
        </AccountSettings>
      </SettingCard>
      <SettingCard>
        <SettingRow
          label={<Trans>Blocked people</Trans>}
          hint={<Trans>You see nothing of them, and they nothing of you.</Trans>}
          action={
            <Button tone="quiet" size="small" onClick={onBlocked}>
              <Trans>Blocked users</Trans>
            </Button>
          }
        />
        <SettingRow
          label={<Trans>Reports</Trans>}
          hint={<Trans>What you reported, and what came of it.</Trans>}
          action={
            <Link to="/reports" className={buttonClasses('quiet', 'small')}>
              <Trans>Your reports</Trans>
            </Link>
          }
        />
      </SettingCard>
    </>
  );
}
