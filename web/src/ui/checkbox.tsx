import { Check } from 'lucide-react';
import { useId, type ComponentProps } from 'react';
import { FieldError, type FieldFrameProps } from './field.tsx';

export type CheckboxProps = FieldFrameProps & Omit<ComponentProps<'input'>, 'id' | 'type' | 'className'>;

/** A checkbox; pressing its label toggles it too. */
export function Checkbox({ label, hint, error, ...input }: CheckboxProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="flex min-h-11 items-center gap-3">
        <span className="relative grid size-6 shrink-0">
          <input
            {...input}
            id={id}
            type="checkbox"
            aria-describedby={[errorId, hintId].filter(Boolean).join(' ') || undefined}
            aria-invalid={error ? true : undefined}
            className="peer size-6 appearance-none rounded-lg border border-edge bg-surface checked:border-rani checked:bg-rani aria-invalid:border-danger"
          />
          <Check
            aria-hidden="true"
            strokeWidth={3}
            className="pointer-events-none absolute inset-0 m-auto size-4 text-white opacity-0 peer-checked:opacity-100"
          />
        </span>
        <span className="min-w-0 text-sm">{label}</span>
      </label>
      {errorId && <FieldError id={errorId}>{error}</FieldError>}
      {hintId && (
        <p id={hintId} className="ps-9 text-sm text-mute">
          {hint}
        </p>
      )}
    </div>
  );
}
