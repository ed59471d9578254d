import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useSyncExternalStore } from 'react';
import { theme, themeChoices, type ThemeChoice } from '../../platform/theme.ts';
import { classNames } from '../../ui/class-names.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useAvailability } from './availability.ts';
import { deviceSettings, useDeviceSettings } from './device-settings.ts';

/** Dark mode: like the device, never or always. */
function ThemeField() {
  const { t } = useLingui();
  const name = useId();
  const choice = useSyncExternalStore(theme.subscribe, theme.choice);
  const labels: Record<ThemeChoice, string> = { system: t`Like my device`, light: t`Off`, dark: t`On` };
  return (
    <fieldset className="py-1">
      <legend className="pb-2 font-semibold">
        <Trans>Dark mode</Trans>
      </legend>
      <div className="flex gap-1 rounded-card bg-raised p-1">
        {themeChoices.map((value) => (
          <label
            key={value}
            className={classNames(
              'grid min-h-11 grow basis-0 cursor-pointer place-items-center rounded-card px-2 text-center text-sm font-semibold',
              'has-focus-visible:outline-3 has-focus-visible:outline-teal',
              value === choice
                ? 'bg-surface text-rani-ink shadow-pill dark:bg-line'
                : 'text-mute hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === choice}
              data-autofocus={value === choice || undefined}
              onChange={() => theme.choose(value)}
              className="sr-only"
            />
            {labels[value]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Whether others may write; guests read why they can't change it, and nothing is asked of the server (X-18). */
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

/** Dark mode, sound, vibration and whether others may write (SH-34, SE-01, SE-02). */
export function SettingsDialog({ onClose }: { onClose: () => void }) {
  const { sound, vibration } = useDeviceSettings();
  return (
    <Dialog isOpen onClose={onClose} title={<Trans>Settings</Trans>}>
      <div className="grid gap-2 pt-2">
        <ThemeField />
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
      </div>
    </Dialog>
  );
}
