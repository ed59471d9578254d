import { appError } from '../errors.ts';
import { FairTurns, TooManyWaitingError } from './fair-turns.ts';

/** Calls that are at work at a time: some more than there are connections to the database, or they would stand idle. */
const CALLS_AT_ONCE = 24;
/** Of one person: as many as a browser keeps connections to one host. */
const CALLS_OF_ONE = 6;
const CALLS_WAITING = 500;
/** A call that takes longer mostly waits for somebody else, such as a payment provider, and does not keep others from working. */
const WORK_MS = 250;
const RETRY_AFTER_SECONDS = 1;

const tooMany = (): Error => appError('rate_limited', { retry_after: RETRY_AFTER_SECONDS });

/** What {@link CallTurns} allows. */
export type CallTurnsOptions = {
  readonly atOnce?: number;
  readonly ofOne?: number;
  readonly waiting?: number;
  readonly workMs?: number;
};

/**
 * Lets calls be at work in turn: of those who wait, whoever has the fewest at work comes first. So what one person sends
 * at once does not stand before the call of another (SV-103).
 */
export class CallTurns {
  readonly #turns: FairTurns;
  readonly #workMs: number;

  constructor({
    atOnce = CALLS_AT_ONCE,
    ofOne = CALLS_OF_ONE,
    waiting = CALLS_WAITING,
    workMs = WORK_MS,
  }: CallTurnsOptions = {}) {
    this.#workMs = workMs;
    this.#turns = new FairTurns({ slots: atOnce, slotsOfOne: ofOne, mostWaiting: waiting, late: tooMany });
  }

  /** Resolves when the call may go on; what it returns ends the turn and may be called again. Throws `rate_limited`. */
  async enter(person: string): Promise<() => void> {
    await new Promise<void>((start, refuse) => {
      this.#turns.enter(person, start, (error) =>
        refuse(error instanceof TooManyWaitingError ? tooMany() : error),
      );
    });
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      clearTimeout(timer);
      this.#turns.leave(person);
    };
    const timer = setTimeout(leave, this.#workMs);
    timer.unref();
    return leave;
  }
}
