import { PASSWORD_MAX, PASSWORD_SCORE_MIN } from '@adda/contract/accounts';
import { Worker } from 'node:worker_threads';
import { appError, ValidationError } from '../../platform/errors.ts';

/** Number of password characters that are rated, and the minimum score. */
export type JudgeRules = { readonly maxLength: number; readonly minScore: number };

/** A password to rate, with personal words that make it easier to guess. */
export type JudgeRequest = {
  readonly id: number;
  readonly password: string;
  readonly personalWords: readonly string[];
  /** Words of the site; without them the rest of the password has to be strong. */
  readonly siteWords: readonly string[];
};

/** `fault` says why the password is too weak; undefined for a strong one. */
export type JudgeReply = { readonly id: number; readonly fault: string | undefined };

/** Maximum queue length; further callers get `unavailable` with a retry time. */
const WAITING_MAX = 200;
const RETRY_AFTER_SECONDS = 2;

/** The user who chooses a password. */
type PasswordOwner = {
  readonly username: string;
  readonly email: string | null;
  readonly display_name?: string | undefined;
  /** Words of the site where it is chosen. */
  readonly siteWords: readonly string[];
};

type Judge = { ask(request: Omit<JudgeRequest, 'id'>): Promise<string | undefined> };

/** Starts the worker thread: a long password can take 0.1 s, and loading the dictionaries takes 0.5 s. */
function startJudge(onEnd: () => void): Judge {
  const worker = new Worker(new URL('./password-judge.worker.ts', import.meta.url), {
    workerData: { maxLength: PASSWORD_MAX, minScore: PASSWORD_SCORE_MIN } satisfies JudgeRules,
  });
  // The worker must not keep the process running.
  worker.unref();
  const waiting = new Map<number, PromiseWithResolvers<string | undefined>>();
  let lastId = 0;
  const fail = (error: Error) => {
    onEnd();
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', (error: unknown) => fail(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => fail(new Error('The judge of passwords ended.')));
  worker.on('message', ({ id, fault }: JudgeReply) => {
    waiting.get(id)?.resolve(fault);
    waiting.delete(id);
  });
  return {
    ask(asked) {
      if (waiting.size >= WAITING_MAX) throw appError('unavailable', { retry_after: RETRY_AFTER_SECONDS });
      const id = (lastId += 1);
      const reply = Promise.withResolvers<string | undefined>();
      waiting.set(id, reply);
      const request: JudgeRequest = { id, ...asked };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(request);
      return reply.promise;
    },
  };
}

/** Shared by the whole process; started for the first password. */
let judge: Judge | undefined;

/**
 * Refuses a password that is known or easy to guess, also from the user's own data and the words of the site (ID-06). `field` is its name in the
 * request body. Throws a `ValidationError` with `password_weak` and the reason, or `unavailable`.
 */
export async function assertStrong(password: string, field: string, person: PasswordOwner): Promise<void> {
  const { username, email, display_name: displayName, siteWords } = person;
  const personalWords = [username, email, email?.split('@', 1)[0], displayName].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
  judge ??= startJudge(() => {
    judge = undefined;
  });
  const fault = await judge.ask({ password, personalWords, siteWords });
  if (fault === undefined) return;
  throw new ValidationError([{ loc: ['body', field], msg: fault, type: 'password_weak' }], 'password_weak');
}
