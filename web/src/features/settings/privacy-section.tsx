import { Trans } from '@lingui/react/macro';
import type { Settings, WhoMayWrite } from '@adda/contract/accounts';
import { useId, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { radioClasses } from '../../ui/radio-classes.ts';
import { Switch } from '../../ui/switch.tsx';
import { useSettings } from './privacy-settings.ts';

type OnOff = Exclude<keyof Settings, 'who_may_write'>;
type Field = { readonly name: OnOff; readonly label: ReactNode; readonly hint?: ReactNode };

const fields = (): readonly Field[] => [
  {
    name: 'tell_read',
    label: <Trans>Tell people when I’ve read their messages</Trans>,
    hint: <Trans>You both see what the other has read only if you both have this on.</Trans>,
  },
  {
    name: 'link_previews',
    label: <Trans>Show cards for links</Trans>,
    hint: <Trans>A card shows the title and the picture of a page.</Trans>,
  },
  { name: 'name_when_forwarded', label: <Trans>Show my name when my messages are forwarded</Trans> },
  {
    name: 'hide_followers',
    label: <Trans>Hide who follows me</Trans>,
    hint: <Trans>Only you see the list of your followers, and how many they are.</Trans>,
  },
  {
    name: 'hide_following',
    label: <Trans>Hide whom I follow</Trans>,
    hint: <Trans>Only you see the list of people you follow, and how many they are.</Trans>,
  },
];

type Choice = { readonly value: WhoMayWrite; readonly label: ReactNode; readonly hint: ReactNode };

const choices = (): readonly Choice[] => [
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

type WhoProps = {
  value: WhoMayWrite | undefined;
  /** Not while a change is sent: a disabled choice would lose the focus. */
  isDisabled: boolean;
  onChange: (value: WhoMayWrite) => void;
};

/** Who may begin a private chat with the user (MR-03). */
function WhoMayWriteChoice({ value, isDisabled, onChange }: WhoProps) {
  const id = useId();
  return (
    <fieldset disabled={isDisabled} className="grid gap-1 pt-2">
      <legend className="font-semibold">
        <Trans>Who may write to me first</Trans>
      </legend>
      {choices().map((choice) => (
        <label key={choice.value} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
          <input
            type="radio"
            name={id}
            value={choice.value}
            checked={choice.value === value}
            aria-labelledby={`${id}-${choice.value}-name`}
            aria-describedby={`${id}-${choice.value}`}
            onChange={() => onChange(choice.value)}
            className={`mt-0.5 ${radioClasses}`}
          />
          <span className="grid">
            <span id={`${id}-${choice.value}-name`}>{choice.label}</span>
            <span id={`${id}-${choice.value}`} className="text-sm text-mute">
              {choice.hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/**
 * What others see of the user's reading, links and forwarded messages (FT-03) and of their followers (HM-15), and who may write
 * first (MR-03).
 */
export function PrivacySection() {
  const { settings, isFailed, isFetching, isBusy, retry, change } = useSettings();
  return (
    <section aria-labelledby="privacy-settings" className="grid gap-2 border-t border-line pt-4">
      <h3 id="privacy-settings" className="text-base font-bold">
        <Trans>Privacy</Trans>
      </h3>
      {isFailed ? (
        <div role="alert" className="grid justify-items-start gap-2">
          <p className="text-mute">
            <Trans>These settings could not be loaded.</Trans>
          </p>
          <Button tone="quiet" size="small" isBusy={isFetching} onClick={retry}>
            <Trans>Try Again</Trans>
          </Button>
        </div>
      ) : (
        <>
          {fields().map(({ name, label, hint }) => (
            <Switch
              key={name}
              label={label}
              hint={hint}
              isOn={settings?.[name] ?? !name.startsWith('hide_')}
              isDisabled={isBusy || settings === undefined}
              onChange={(isOn) => change({ [name]: isOn })}
            />
          ))}
          <WhoMayWriteChoice
            value={settings?.who_may_write}
            isDisabled={settings === undefined}
            onChange={(value) => {
              if (!isBusy) change({ who_may_write: value });
            }}
          />
        </>
      )}
    </section>
  );
}
