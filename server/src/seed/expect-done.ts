/** What is known of an answer. */
type Outcome = { readonly status: number; readonly error: { readonly code: string } };

/** Throws for any refusal but those that are named. */
export function expectDone(answer: Outcome, except: readonly string[] = []): void {
  if (answer.status < 400 || except.includes(answer.error.code)) return;
  throw new Error(`The seed was refused: ${answer.error.code}.`);
}
