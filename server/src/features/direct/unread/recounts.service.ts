import type { Logger } from 'pino';

/** Number of subjects in one statement; more wait for the next. */
const COUNTED_AT_ONCE = 500;

/** Counts that are made again after changes and published. */
export type Recounts<Subject> = {
  /** Recounts for these subjects and notifies their users; called after the commit. */
  readonly changed: (subjects: Iterable<Subject>) => void;
  /** Resolves when all pending counts are published; also called when the program ends. */
  readonly settled: () => Promise<void>;
};

type Options<Subject> = {
  readonly keyOf: (subject: Subject) => number | string;
  readonly publish: (subjects: readonly Subject[]) => Promise<void>;
  readonly logger: Logger;
};

/**
 * Creates recounts. One statement at a time counts for all waiting subjects, and changes during it are counted by the next:
 * at full load there are few statements, regardless of the number of messages.
 */
export function createRecounts<Subject>({ keyOf, publish, logger }: Options<Subject>): Recounts<Subject> {
  const waiting = new Map<number | string, Subject>();
  let running: Promise<void> | undefined;

  async function loop(): Promise<void> {
    while (waiting.size > 0) {
      const subjects = [...waiting].slice(0, COUNTED_AT_ONCE);
      for (const [key] of subjects) waiting.delete(key);
      try {
        await publish(subjects.map(([, subject]) => subject));
      } catch (error) {
        // Clients request what is unread whenever they connect.
        logger.error({ err: error }, 'unread messages could not be counted');
      }
    }
    running = undefined;
  }

  return {
    changed: (subjects) => {
      for (const subject of subjects) waiting.set(keyOf(subject), subject);
      if (waiting.size > 0) running ??= loop();
    },
    settled: async () => {
      await running;
    },
  };
}
