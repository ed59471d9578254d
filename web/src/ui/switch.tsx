import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type SwitchProps = {
  label: ReactNode;
  /** The setting's effect, or why it can't be changed. */
  hint?: ReactNode;
  /** Shown at the end of the hint, such as 'Saved'. */
  state?: ReactNode;
  isOn: boolean;
  /** The setting can't be changed now. The button stays focusable, so that it does not lose the focus. */
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
};

/** The look of a switch. */
export function SwitchTrack({ isOn, isDisabled }: { isOn: boolean; isDisabled: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'relative h-7 w-12 shrink-0 rounded-full border-2 transition-colors',
        isOn ? 'border-rani bg-rani' : 'border-edge bg-raised',
        isDisabled && 'opacity-55',
      )}
    >
      <span
        className={classNames(
          'absolute inset-y-0 my-auto size-5 rounded-full transition-[inset-inline-start]',
          isOn ? 'start-[1.375rem] bg-white' : 'start-0.5 bg-edge',
        )}
      />
    </span>
  );
}

/** A setting that is on or off and changes immediately; pressing its label toggles it too. */
export function Switch({ label, hint, state, isOn, isDisabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="grid gap-0.5 py-1">
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-disabled={isDisabled || undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onClick={() => {
          if (!isDisabled) onChange(!isOn);
        }}
        className="flex min-h-11 w-full items-center gap-3 rounded-chip text-start font-semibold"
      >
        <span className="min-w-0 grow">{label}</span>
        <SwitchTrack isOn={isOn} isDisabled={isDisabled} />
      </button>
      <div className="flex items-start gap-3 empty:hidden">
        {hint && (
          <p id={`${id}-hint`} className="min-w-0 grow text-sm text-mute">
            {hint}
          </p>
        )}
        {state}
      </div>
    </div>
  );
}
