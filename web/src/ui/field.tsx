import { CircleAlert } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Props of every field, apart from its control. */
export type FieldFrameProps = {
  label: ReactNode;
  /** Guidance shown before any error. */
  hint?: ReactNode;
  /** The error, as a sentence. */
  error?: ReactNode;
};

/** Attributes that link a control to its label, hint and error. */
export type ControlProps = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

/** Classes of a text-like control. */
export const controlClasses =
  'min-h-12 w-full min-w-0 rounded-chip border border-edge bg-surface px-4 text-ink transition-colors duration-150 ' +
  'placeholder:text-mute hover:border-ink focus-visible:border-teal focus-visible:outline-offset-0 ' +
  'aria-invalid:border-danger aria-invalid:bg-danger-wash disabled:opacity-60';

/** The error message of a field. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm font-medium text-danger">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  );
}

type FieldProps = FieldFrameProps & {
  className?: string;
  /** Shown at the end of the label's line, such as a link. */
  aside?: ReactNode;
  children: (control: ControlProps) => ReactNode;
};

/** Label, control, hint and error, linked for screen readers. */
export function Field({ label, hint, error, aside, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined;
  return (
    <div className={classNames('grid grid-cols-1 gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="min-w-0 text-sm font-semibold break-words">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': describedBy, 'aria-invalid': error ? true : undefined })}
      {errorId && <FieldError id={errorId}>{error}</FieldError>}
      {hintId && (
        <p id={hintId} className="text-sm text-mute">
          {hint}
        </p>
      )}
    </div>
  );
}
