import type { NotificationPreview, QuietHours } from '@adda/contract/activity';
import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Switch } from '../../ui/switch.tsx';
import { SavingProblem, SavingState, useSetting } from './saved-setting.tsx';
import { AccountSettings, SettingCard, SettingChoice, type Option } from './setting-fields.tsx';

/** The hours that are suggested, in the zone of this browser. */
const suggestedHours = (): QuietHours => ({
  from: '22:00',
  to: '08:00',
  time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
});

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

type TimeFieldProps = {
  label: string;
  value: string;
  isDisabled: boolean;
  onChange: (value: string) => void;
};

/** A time of day; it is saved when the field is left, since each key changes it. */
function TimeField({ label, value, isDisabled, onChange }: TimeFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const leave = () => {
    if (typed !== undefined && TIME.test(typed) && typed !== value) onChange(typed);
    setTyped(undefined);
  };
  return (
    <label htmlFor={id} className="flex items-center gap-2 max-sm:w-full max-sm:justify-between">
      {label}
      <input
        id={id}
        type="time"
        value={typed ?? value}
        disabled={isDisabled}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={leave}
        className="min-h-11 rounded-chip border border-edge bg-surface px-3 disabled:opacity-55"
      />
    </label>
  );
}

/** The hours in which nothing is pushed; their fields keep their place while there are none (NT-03). */
function QuietHoursSetting() {
  const { t } = useLingui();
  const { value, isKnown, choose, saving } = useSetting('quiet_hours');
  const [last, setLast] = useState(suggestedHours);
  if (value && value !== last) setLast(value);
  const isOn = Boolean(value);
  const isBusy = !isKnown || saving.status === 'pending';
  const change = (hours: Partial<QuietHours>) =>
    choose({ ...last, ...hours, time_zone: suggestedHours().time_zone });
  const { time_zone: zone } = last;
  return (
    <div>
      <Switch
        label={<Trans>Quiet hours</Trans>}
        hint={<Trans>Nothing is pushed in these hours, on no device. It waits in the app.</Trans>}
        state={<SavingState {...saving} />}
        isOn={isOn}
        isDisabled={isBusy}
        onChange={(isNowOn) => (isNowOn ? change({}) : choose(null))}
      />
      <div
        role="group"
        aria-label={t`Quiet hours`}
        className={classNames('flex flex-wrap items-center gap-x-4 gap-y-2 pb-1', !isOn && 'text-mute')}
      >
        <TimeField
          label={t`From`}
          value={last.from}
          isDisabled={!isOn}
          onChange={(from) => change({ from })}
        />
        <TimeField label={t`To`} value={last.to} isDisabled={!isOn} onChange={(to) => change({ to })} />
        <span className="text-sm text-mute">{zone}</span>
      </div>
      <SavingProblem {...saving} />
    </div>
  );
}

const previews = (): readonly Option<NotificationPreview>[] => [
  {
    value: 'full',
    label: <Trans>Name and message</Trans>,
    hint: <Trans>Who wrote, and the beginning of the text.</Trans>,
  },
  { value: 'name', label: <Trans>Only the name</Trans>, hint: <Trans>Who wrote, without the words.</Trans> },
  {
    value: 'none',
    label: <Trans>Neither</Trans>,
    hint: <Trans>Only that there is something new. Good for a phone that lies on the table.</Trans>,
  },
];

/** When nothing is pushed, and what a notification shows (NT-03, PN-03). */
export function PushedWhen() {
  return (
    <SettingCard>
      <AccountSettings>
        <QuietHoursSetting />
        <SettingChoice name="preview" label={<Trans>What notifications show</Trans>} options={previews()} />
      </AccountSettings>
    </SettingCard>
  );
}
