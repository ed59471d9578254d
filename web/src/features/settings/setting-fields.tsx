import type { Settings } from '@adda/contract/accounts';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { radioClasses } from '../../ui/radio-classes.ts';
import { Switch } from '../../ui/switch.tsx';
import { userSettingsQuery } from '../accounts/index.ts';
import { SavingProblem, SavingState, useSetting } from './saved-setting.tsx';

type OnOff = { [Name in keyof Settings]: Settings[Name] extends boolean ? Name : never }[keyof Settings];

export type SettingSwitchProps = {
  name: OnOff;
  label: ReactNode;
  hint: ReactNode;
  /** Shown until the setting is known. */
  atFirst: boolean;
};

/** A setting of the account that is on or off. */
export function SettingSwitch({ name, label, hint, atFirst }: SettingSwitchProps) {
  const { value, isKnown, choose, saving } = useSetting(name);
  return (
    <div>
      <Switch
        label={label}
        hint={hint}
        state={<SavingState {...saving} />}
        isOn={value ?? atFirst}
        isDisabled={!isKnown || saving.status === 'pending'}
        onChange={choose}
      />
      <SavingProblem {...saving} />
    </div>
  );
}

/** One of the values of a {@link Choice}. */
export type Option<Value extends string> = {
  readonly value: Value;
  readonly label: ReactNode;
  readonly hint: ReactNode;
};

export type ChoiceProps<Value extends string> = {
  label: ReactNode;
  value: Value | undefined;
  options: readonly Option<Value>[];
  /** Not while a change is sent: a disabled choice would lose the focus. */
  isDisabled?: boolean;
  onChange: (value: Value) => void;
  state?: ReactNode;
};

/** A setting with a few values; each says what it does. */
export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, value, options, isDisabled, onChange, state } = props;
  const id = useId();
  return (
    <fieldset disabled={isDisabled} className="grid min-w-0 gap-1 py-1">
      <legend className="contents">
        <span className="flex min-h-11 items-center gap-3 font-semibold">
          <span className="min-w-0 grow">{label}</span>
          {state}
        </span>
      </legend>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-11 cursor-pointer items-start gap-3 py-1.5">
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            aria-labelledby={`${id}-${option.value}-name`}
            aria-describedby={`${id}-${option.value}`}
            onChange={() => onChange(option.value)}
            className={`mt-0.5 ${radioClasses}`}
          />
          <span className="grid">
            <span id={`${id}-${option.value}-name`}>{option.label}</span>
            <span id={`${id}-${option.value}`} className="text-sm text-mute">
              {option.hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

export type SettingChoiceProps<Name extends 'who_may_write' | 'currency' | 'preview'> = {
  name: Name;
  label: ReactNode;
  options: readonly Option<Settings[Name]>[];
};

/** A setting of the account with a few values. */
export function SettingChoice<Name extends 'who_may_write' | 'currency' | 'preview'>(
  props: SettingChoiceProps<Name>,
) {
  const { name, label, options } = props;
  const { value, isKnown, choose, saving } = useSetting(name);
  return (
    <div>
      <Choice
        label={label}
        value={value}
        options={options}
        isDisabled={!isKnown}
        onChange={choose}
        state={<SavingState {...saving} />}
      />
      <SavingProblem {...saving} />
    </div>
  );
}

/** Settings of the account, and a way to load them again if they could not be loaded. */
export function AccountSettings({ children }: { children: ReactNode }) {
  const { isLoadingError, isFetching, refetch } = useQuery(userSettingsQuery);
  if (!isLoadingError) return children;
  return (
    <div role="alert" className="grid justify-items-start gap-2 py-3">
      <p className="text-mute">
        <Trans>These settings could not be loaded.</Trans>
      </p>
      <Button tone="quiet" size="small" isBusy={isFetching} onClick={() => void refetch()}>
        <Trans>Try Again</Trans>
      </Button>
    </div>
  );
}

/** The settings of a section, one below the other. */
export function SettingCard({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 divide-y divide-line rounded-card border border-line bg-surface px-5 py-2 shadow-card *:py-2 sm:px-6">
      {children}
    </div>
  );
}

/** What leads elsewhere: a name, what it is for, and a button or a link. */
export function SettingRow({
  label,
  hint,
  action,
}: {
  label: ReactNode;
  hint: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-60 py-2">
        <p className="font-semibold">{label}</p>
        <p className="text-sm text-mute">{hint}</p>
      </div>
      {action}
    </div>
  );
}
