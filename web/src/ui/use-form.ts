import { useEffect, useRef, useState, type ComponentProps } from 'react';
import { ApiError } from '../platform/api-error.ts';
import { failureText } from './failure-text.ts';

/** Errors by field, and of the whole `form`; false and undefined mean no error. */
export type FormProblems<Values> = {
  readonly [Name in keyof Values | 'form']?: string | false | undefined;
};

/** The error texts of a failed request. */
export type FormFailure = { message?: string | undefined; detail?: string | undefined };

/** Options of {@link useForm}. */
export type FormOptions<Values, Answer> = {
  /** The values until the first input. A text or choice is named like its input element. */
  initial: Values;
  /** Client-side validation. */
  check?: (values: NoInfer<Values>) => FormProblems<NoInfer<Values>>;
  /** Shows the errors of `check` from the first input on, not only after an attempt. */
  checksWhileTyping?: boolean;
  send: (values: NoInfer<Values>) => Promise<Answer>;
  /** Called on success; the form stays busy until it resolves. */
  onDone: (answer: Answer, values: NoInfer<Values>) => unknown;
  onFailed?: (error: unknown) => void;
  /** The field that shows an API error: by error code, or by the API's field name where it has another name. */
  errorFields?: Readonly<Record<string, keyof NoInfer<Values>>>;
  /** The texts of a failure that belongs to no field; by default the error's message. */
  explain?: (error: unknown) => FormFailure;
};

/** Names of the values that a text input holds. */
type TextName<Values> = {
  [Name in keyof Values]: string extends Values[Name] ? Name : never;
}[keyof Values] &
  string;

/** Names of the values that are one of several texts. */
type ChoiceName<Values> = {
  [Name in keyof Values]: Values[Name] extends string ? Name : never;
}[keyof Values] &
  string;

/** Props of a text input or a select. */
export type InputProps = {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: { target: { value: string } }) => void;
};

/** Names of the values that a checkbox holds. */
type FlagName<Values> = {
  [Name in keyof Values]: Values[Name] extends boolean ? Name : never;
}[keyof Values] &
  string;

/** Props of a checkbox. */
export type BoxProps = {
  name: string;
  checked: boolean;
  error: string | undefined;
  onChange: (event: { target: { checked: boolean } }) => void;
};

/** An attempt that failed: the errors by field, and the request's error if one was sent. */
type FailedAttempt<Values> = {
  readonly sent: Values;
  /** The values when it failed; those that are edited later have no error. */
  readonly values: Values;
  readonly problems: FormProblems<Values>;
  readonly error?: unknown;
};

/** Returns the props of a form's fields. */
export type FormInputs<Values> = {
  /** Props of a text input or a text area. */
  readonly field: (name: TextName<Values>) => InputProps;
  /** Props of a select; a value that is not an option is ignored. */
  readonly choice: <Name extends ChoiceName<Values>>(
    name: Name,
    options: readonly Values[Name][],
  ) => InputProps;
  /** Props of a checkbox. */
  readonly box: (name: FlagName<Values>) => BoxProps;
};

/** State of a form for its screen. */
export type FormState<Values> = FormInputs<Values> & {
  /** Props of the `<form>`. */
  readonly props: ComponentProps<'form'>;
  readonly values: Values;
  readonly change: (changes: Partial<Values>) => void;
  readonly errorOf: (name: keyof Values) => string | undefined;
  /** The error of the whole form. */
  readonly failure: FormFailure;
  readonly isBusy: boolean;
  /** The error of the last request, and the values of the last failed attempt. */
  readonly error: ApiError | undefined;
  readonly sent: Values | undefined;
  /** Returns to the initial values. */
  readonly reset: () => void;
};

/** Returns the field errors in an API error that the form has fields for. */
function problemsOf<Values extends object>(
  error: unknown,
  values: Values,
  errorFields: Readonly<Record<string, PropertyKey>>,
): FormProblems<Values> {
  const none: FormProblems<object> = {};
  if (!(error instanceof ApiError)) return none;
  const field = errorFields[error.code];
  const found =
    field === undefined
      ? Object.entries(error.fields).map(([name, text]) => [errorFields[name] ?? name, text] as const)
      : [[field, error.detail] as const];
  return { ...none, ...Object.fromEntries(found.filter(([name]) => name in values)) };
}

/** Whether there are errors. */
export const hasProblems = (problems: FormProblems<object>): boolean => Object.values(problems).some(Boolean);

/** Adds the values filled in by the browser: saved passwords may cause no event before the user touches the page. */
function withFilledIn<Values extends object>(values: Values, form: HTMLFormElement): Values {
  const data = new FormData(form);
  const filledIn = Object.entries(values).flatMap(([name, value]) =>
    value === '' && data.get(name) ? [[name, data.get(name)]] : [],
  );
  return filledIn.length === 0 ? values : { ...values, ...Object.fromEntries(filledIn) };
}

function inputsOf<Values extends object>(
  values: Values,
  errorOf: (name: keyof Values) => string | undefined,
  change: (changes: object) => void,
): FormInputs<Values> {
  return {
    field: (name) => ({
      name,
      value: String(values[name]),
      error: errorOf(name),
      onChange: ({ target }) => change({ [name]: target.value }),
    }),
    choice: (name, options) => ({
      name,
      value: String(values[name]),
      error: errorOf(name),
      onChange({ target }) {
        if (options.some((option) => option === target.value)) change({ [name]: target.value });
      },
    }),
    box: (name) => ({
      name,
      checked: Boolean(values[name]),
      error: errorOf(name),
      onChange: ({ target }) => change({ [name]: target.checked }),
    }),
  };
}

/** Focuses the first invalid field after a failed attempt. */
function useFirstInvalidField(attempt: object | undefined) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!attempt) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    field?.focus();
    // The error is below its field and has to be visible as well.
    field?.scrollIntoView({ block: 'center' });
  }, [attempt]);
  return form;
}

/**
 * Holds the values of a form, validates and sends them. Input is kept on failure, and a submit while busy is
 * ignored. After a failed attempt the first invalid field has the focus; its error stays until it is edited.
 */
export function useForm<Values extends object, Answer>(
  options: FormOptions<Values, Answer>,
): FormState<Values> {
  const { initial, check = () => ({}), checksWhileTyping = false, errorFields = {} } = options;
  const [typed, setTyped] = useState<Values>();
  const [failed, setFailed] = useState<FailedAttempt<Values>>();
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const latest = useRef<Values>(undefined);
  const ref = useFirstInvalidField(failed);

  const values = typed ?? initial;
  useEffect(() => {
    latest.current = values;
  });
  const current: FormProblems<Values> = checksWhileTyping && typed ? check(typed) : {};
  const change = (changes: object) => setTyped((held = initial) => ({ ...held, ...changes }));
  const errorOf = (name: keyof Values): string | undefined => {
    const isEdited = failed?.values[name] !== values[name];
    const problem: string | false | undefined = current[name] || (!isEdited && failed?.problems[name]);
    return problem || undefined;
  };
  const failure = (): FormFailure => {
    const isOfField = failed !== undefined && hasProblems(failed.problems);
    if (failed?.error !== undefined && !isOfField)
      return options.explain?.(failed.error) ?? { message: failureText(failed.error) };
    return failed?.values === values ? { message: failed.problems.form || undefined } : {};
  };
  const submit = async (sent: Values) => {
    const problems = check(sent);
    if (hasProblems(problems)) return setFailed({ sent, values: sent, problems });
    setFailed(undefined);
    setBusy(true);
    try {
      await options.onDone(await options.send(sent), sent);
    } catch (error) {
      if (!(error instanceof ApiError)) reportError(error);
      const problems = problemsOf(error, sent, errorFields);
      setFailed({ sent, values: latest.current ?? sent, problems, error });
      options.onFailed?.(error);
    }
    setBusy(false);
  };

  return {
    props: {
      ref,
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        if (isRunning.current) return;
        isRunning.current = true;
        const sent = withFilledIn(values, event.currentTarget);
        setTyped(sent);
        void submit(sent).finally(() => {
          isRunning.current = false;
        });
      },
    },
    values,
    change,
    ...inputsOf(values, errorOf, change),
    errorOf,
    failure: failure(),
    isBusy,
    error: failed?.error instanceof ApiError ? failed.error : undefined,
    sent: failed?.sent,
    reset() {
      setTyped(undefined);
      setFailed(undefined);
    },
  };
}
