import type { ErrorCode } from '@adda/contract';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { ApiError } from '../../platform/api-error.ts';

/** Reads the value of a field; '' if it is empty. */
export type ReadField<Name extends string> = (name: Name) => string;

/** Errors by field; false and undefined mean no error. */
export type FieldProblems<Name extends string> = { readonly [K in Name]?: string | false | undefined };

/** Options of {@link useForm}. */
export type FormOptions<Name extends string, Answer> = {
  /** The form's field names; errors of other fields are shown above the button. */
  names: readonly Name[];
  /** Client-side validation. */
  check: (read: ReadField<NoInfer<Name>>) => FieldProblems<NoInfer<Name>>;
  send: (read: ReadField<NoInfer<Name>>) => Promise<Answer>;
  /** Called on success; the form stays busy until it resolves. */
  onDone: (answer: Answer, read: ReadField<NoInfer<Name>>) => void | Promise<void>;
};

/** Why the last attempt failed. */
type Failure<Name extends string> = {
  readonly fields: ReadonlyMap<string, string>;
  readonly message?: string;
  /** The server's error, if a request was sent. */
  readonly error?: ApiError;
  /** The values at that time. */
  readonly sent: ReadField<Name>;
};

/** State of a form for its screen. */
export type FormState<Name extends string> = {
  /** Props of the `<form>`. */
  readonly props: ComponentProps<'form'>;
  readonly isBusy: boolean;
  /** The error of the whole form. */
  readonly message: string | undefined;
  readonly errorOf: (name: Name) => string | undefined;
  readonly error: ApiError | undefined;
  readonly sent: ReadField<Name> | undefined;
};

/** Error codes that concern one field; the first listed name that the form has is used. */
const fieldsOfCodes: ReadonlyMap<string, readonly string[]> = new Map<ErrorCode, readonly string[]>([
  ['username_taken', ['username']],
  ['email_taken', ['email']],
  ['invalid_referral_code', ['referral_code']],
  ['wrong_password', ['current_password', 'password']],
  ['proof_refused', ['password']],
]);

function problemsIn(problems: FieldProblems<string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, text] of Object.entries(problems)) {
    if (text) found.set(name, text);
  }
  return found;
}

function failureOf<Name extends string>(
  error: ApiError,
  names: readonly string[],
  sent: ReadField<Name>,
): Failure<Name> {
  const fieldName = fieldsOfCodes.get(error.code)?.find((name) => names.includes(name));
  const problems = fieldName ? [[fieldName, error.detail] as const] : Object.entries(error.fields);
  const fields = new Map(problems.filter(([name]) => names.includes(name)));
  return { fields, message: fields.size > 0 ? undefined : error.message, error, sent };
}

/** Focuses the first invalid field after an attempt; not when an error disappears because its field was edited. */
function useFirstBadField(attempt: unknown) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (attempt) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [attempt]);
  return form;
}

const createReader = (form: HTMLFormElement) => {
  const data = new FormData(form);
  return (name: string): string => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
};

/**
 * Validates and submits a form of uncontrolled fields. Input is kept on failure, presses while busy are
 * ignored, and errors are shown at their fields until these are edited.
 */
export function useForm<Name extends string, Answer>(options: FormOptions<Name, Answer>): FormState<Name> {
  const { names, check, send, onDone } = options;
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure<Name>>();
  const isRunning = useRef(false);
  const ref = useFirstBadField(failure?.sent);

  const showFailure = (error: unknown, sent: ReadField<Name>) => {
    if (error instanceof ApiError) return setFailure(failureOf(error, names, sent));
    reportError(error);
    setFailure({ fields: new Map(), message: t`Something went wrong. Please try again.`, sent });
  };
  const submit = async (form: HTMLFormElement) => {
    const read = createReader(form);
    const fields = problemsIn(check(read));
    if (fields.size > 0) return setFailure({ fields, sent: read });
    setFailure(undefined);
    setBusy(true);
    try {
      await onDone(await send(read), read);
    } catch (error) {
      showFailure(error, read);
    }
    setBusy(false);
  };
  const clearProblem = (name: string) => {
    if (!failure?.fields.has(name)) return;
    const fields = new Map(failure.fields);
    fields.delete(name);
    setFailure({ ...failure, fields });
  };

  return {
    props: {
      ref,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        if (isRunning.current) return;
        isRunning.current = true;
        void submit(event.currentTarget).finally(() => {
          isRunning.current = false;
        });
      },
      onInput(event) {
        if ('name' in event.target && typeof event.target.name === 'string') clearProblem(event.target.name);
      },
    },
    isBusy,
    message: failure?.message,
    errorOf: (name) => failure?.fields.get(name),
    error: failure?.error,
    sent: failure?.sent,
  };
}
