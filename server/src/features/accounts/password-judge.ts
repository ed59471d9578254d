import { PASSWORD_MAX, PASSWORD_SCORE_MIN } from '@adda/contract/accounts';
import { Worker } from 'node:worker_threads';
import { appError, ValidationError } from '../../platform/errors.ts';

/** Signs of a password that are judged, and the least score that one needs. */
export type JudgeRules = { readonly longest: number; readonly leastScore: number };

/** A password to judge, and words that tell of its person. */
export type JudgeRequest = {
  readonly id: number;
  readonly password: string;
  readonly about: readonly string[];
};

/** Why a password is too easy; undefined for one that is not. */
export type JudgeReply = { readonly id: number; readonly fault: string | undefined };

/** Judgements that wait at the same time; further callers are told to come back. */
const WAITING_MAX = 200;
const RETRY_AFTER_SECONDS = 2;

/** Who chooses a password. */
export type ChoosingPerson = {
  readonly username: string;
  readonly email: string | null;
  readonly display_name?: string | undefined;
};

type Judge = { ask(password: string, about: readonly string[]): Promise<string | undefined> };

/** Judges in a thread of its own: a long password may take a tenth of a second, and the dictionaries take half of one. */
function startJudge(onEnd: () => void): Judge {
  const worker = new Worker(new URL('./password-judge-worker.ts', import.meta.url), {
    workerData: { longest: PASSWORD_MAX, leastScore: PASSWORD_SCORE_MIN } satisfies JudgeRules,
  });
  // Nobody waits for it at the end of the program.
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
    ask(password, about) {
      if (waiting.size >= WAITING_MAX) throw appError('unavailable', { retry_after: RETRY_AFTER_SECONDS });
      const id = (lastId += 1);
      const answer = Promise.withResolvers<string | undefined>();
      waiting.set(id, answer);
      const request: JudgeRequest = { id, password, about };
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(request);
      return answer.promise;
    },
  };
}

/** One for the whole program, started for the first password that somebody chooses. */
let judge: Judge | undefined;

/**
 * Refuses a password that is known or easy to guess, also from what is known of its person (ID-06). `field` is where the
 * body of the call has it. Throws a `ValidationError` with `password_weak` that says why, or `unavailable`.
 */
export async function assertStrong(password: string, field: string, person: ChoosingPerson): Promise<void> {
  const { username, email, display_name: displayName } = person;
  const about = [username, email, email?.split('@', 1)[0], displayName].filter(
    (text): text is string => typeof text === 'string' && text !== '',
  );
  judge ??= startJudge(() => {
    judge = undefined;
  });
  const fault = await judge.ask(password, about);
  if (fault === undefined) return;
  throw new ValidationError([{ loc: ['body', field], msg: fault, type: 'password_weak' }], 'password_weak');
}
