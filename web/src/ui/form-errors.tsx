import { Trans } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';

/** An error of one field: the input's `name` and a message. */
export type FormFieldError = { readonly name: string; readonly message: string };

export type FormErrorsProps = {
  /** The error of the whole form, e.g. the server's message. */
  message?: string | undefined;
  /** More about it, such as the cause. */
  detail?: string | undefined;
  /** Errors of single fields. */
  fields?: readonly FormFieldError[];
};

const none: readonly FormFieldError[] = [];

/** Moves the focus to the input with that name in the form around `from`. */
function focusField(from: Element, name: string): void {
  const field = from.closest('form')?.elements.namedItem(name);
  const first = field instanceof RadioNodeList ? field[0] : field;
  if (first instanceof HTMLElement) first.focus();
}

/** The error summary of a form: read out and focused when it appears; each entry leads to its field. */
export function FormErrors({ message, detail, fields = none }: FormErrorsProps) {
  const box = useRef<HTMLDivElement>(null);
  const key = [message, detail, ...fields.map((field) => `${field.name}:${field.message}`)].join('\n');
  useEffect(() => {
    if (key.trim()) box.current?.focus();
  }, [key]);
  if (!message && fields.length === 0) return null;
  return (
    <div ref={box} role="alert" tabIndex={-1} className="rounded-chip bg-danger-wash p-4 text-sm text-danger">
      <p className="flex items-start gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>{message ?? <Trans>Some fields need another look.</Trans>}</span>
      </p>
      {detail && <p className="mt-1 ps-6 break-words">{detail}</p>}
      {fields.length > 0 && (
        <ul className="mt-1 grid ps-6">
          {fields.map((field) => (
            <li key={field.name}>
              <button
                type="button"
                className="min-h-8 text-start underline underline-offset-2 pointer-coarse:min-h-11"
                onClick={(event) => focusField(event.currentTarget, field.name)}
              >
                {field.message}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
