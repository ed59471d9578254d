import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { moneyDialog } from '../../platform/money-dialog.ts';
import { theme, type ThemeChoice } from '../../platform/theme.ts';
import { Button } from '../../ui/button.tsx';
import { Switch } from '../../ui/switch.tsx';
import { DevicePushSwitch } from '../push/index.ts';
import { deviceSettings, useDeviceSettings } from './device-settings.ts';
import { NotificationKinds } from './notification-kinds.tsx';
import { PushedWhen } from './pushed-when.tsx';
import {
  AccountSettings,
  Choice,
  SettingCard,
  SettingChoice,
  SettingRow,
  type Option,
} from './setting-fields.tsx';

/** Notifications, sound and vibration of this device (PN-02, SE-02), when and how much is pushed, and what the user is told (NT-03). */
export function NotificationsSection() {
  return (
    <>
      <DeviceAlerts />
      <PushedWhen />
      <NotificationKinds />
    </>
  );
}

function DeviceAlerts() {
  const { sound, vibration } = useDeviceSettings();
  return (
    <SettingCard>
      <DevicePushSwitch />
      <Switch
        label={<Trans>Sound</Trans>}
        hint={<Trans>A soft sound for a private message or a whisper, on this device.</Trans>}
        isOn={sound}
        onChange={(isOn) => deviceSettings.change({ sound: isOn })}
      />
      <Switch
        label={<Trans>Vibration</Trans>}
        hint={<Trans>A short one together with the sound, on devices that can.</Trans>}
        isOn={vibration}
        onChange={(isOn) => deviceSettings.change({ vibration: isOn })}
      />
    </SettingCard>
  );
}

const themes = (): readonly Option<ThemeChoice>[] => [
  {
    value: 'system',
    label: <Trans>Like my device</Trans>,
    hint: <Trans>Light or dark, and changes when your device does.</Trans>,
  },
  { value: 'light', label: <Trans>Light</Trans>, hint: <Trans>Dark ink on paper.</Trans> },
  { value: 'dark', label: <Trans>Dark</Trans>, hint: <Trans>Dark mode: easier on the eyes at night.</Trans> },
];

/** The colours on this device (SE-02). */
export function AppearanceSection() {
  const choice = useSyncExternalStore(theme.subscribe, theme.choice);
  return (
    <SettingCard>
      <Choice
        label={<Trans>Colours on this device</Trans>}
        value={choice}
        options={themes()}
        onChange={theme.choose}
      />
    </SettingCard>
  );
}

/** The one language, and the zone of times (SH-60). */
export function LanguagesSection() {
  return (
    <SettingCard>
      <SettingRow label={<Trans>English</Trans>} hint={<Trans>The only language of Adda so far.</Trans>} />
      <SettingRow label={<Trans>Times</Trans>} hint={<Trans>Shown as they are in India (Kolkata).</Trans>} />
    </SettingCard>
  );
}

const currencies = (): readonly Option<'INR' | 'USD'>[] => [
  {
    value: 'INR',
    label: <Trans>Indian rupees</Trans>,
    hint: <Trans>Prices, earnings and what coins are worth are in rupees.</Trans>,
  },
  {
    value: 'USD',
    label: <Trans>US dollars</Trans>,
    hint: <Trans>Prices, earnings and what coins are worth are in dollars.</Trans>,
  },
];

/** The currency that money is shown in (HM-16), and the way to the wallet. */
export function WalletSection() {
  return (
    <SettingCard>
      <AccountSettings>
        <SettingChoice name="currency" label={<Trans>Currency</Trans>} options={currencies()} />
      </AccountSettings>
      <SettingRow
        label={<Trans>Wallet</Trans>}
        hint={<Trans>Your coins, what happened with them, and where payouts go.</Trans>}
        action={
          <Button tone="quiet" size="small" onClick={() => moneyDialog.open('wallet')}>
            <Trans>Open the wallet</Trans>
          </Button>
        }
      />
    </SettingCard>
  );
}
