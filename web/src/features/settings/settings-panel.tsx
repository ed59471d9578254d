import { Trans } from '@lingui/react/macro';
import { useSyncExternalStore } from 'react';
import { theme } from '../../platform/theme.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useAvailability } from './availability.ts';
import { deviceSettings, useDeviceSettings } from './device-settings.ts';
import { PrivacySection } from './privacy-section.tsx';
import { SafetySection } from './safety-section.tsx';

/** Dark mode, on or off: follows the device until the user chooses. */
function DarkModeField() {
  const isDark = useSyncExternalStore(theme.subscribe, theme.isDark);
  return (
    <Switch
      label={<Trans>Dark mode</Trans>}
      hint={
        <Trans>As on your device until you choose. The account menu can give the choice back to it.</Trans>
      }
      isOn={isDark}
      onChange={(isOn) => theme.choose(isOn ? 'dark' : 'light')}
    />
  );
}

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

/** Dark mode, sound, vibration, availability for messages, privacy and safety (SH-34, SE-01, SE-02, FT-03, MR-05). */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { sound, vibration } = useDeviceSettings();
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>Settings</Trans>}>
      <div className="grid gap-2 pt-2">
        <DarkModeField />
        <Switch
          label={<Trans>Sound</Trans>}
          hint={<Trans>A soft sound for a private message or a whisper.</Trans>}
          isOn={sound}
          onChange={(isOn) => deviceSettings.change({ sound: isOn })}
        />
        <Switch
          label={<Trans>Vibration</Trans>}
          hint={<Trans>On devices that can.</Trans>}
          isOn={vibration}
          onChange={(isOn) => deviceSettings.change({ vibration: isOn })}
        />
        <MessagingField />
        <PrivacySection />
        <SafetySection onClose={onClose} />
      </div>
    </Dialog>
  );
}
