/** The checked fields of a response. */
type Outcome = { readonly status: number; readonly error: { readonly code: string } };

/** Throws for any error except the codes in `except`. */
export function expectDone(answer: Outcome, except: readonly string[] = []): void {
  if (answer.status < 400 || except.includes(answer.error.code)) return;
  throw new Error(`The seed was refused: ${answer.error.code}.`);
}
