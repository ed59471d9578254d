import { REACTION_EVENT_INTERVAL_MS } from '@adda/contract/messages';
import type { Logger } from 'pino';
import type { PublishChange } from '../changed-messages.events.ts';
import type { MessageRef } from '../messages.types.ts';
import { messageIdOf } from '../message-id.codec.ts';

type Options<Subject> = {
  readonly intervalMs: number;
  readonly keyOf: (subject: Subject) => string;
  /** Publishes the current state of the subject. */
  readonly publish: (subject: Subject) => Promise<void>;
  readonly failed: (error: unknown) => void;
};

/**
 * Creates a publisher for changes of many subjects: the first change of a subject is published immediately, later ones
 * are joined and published at most once every `intervalMs` milliseconds (RX-03).
 */
export function createJoinedPublisher<Subject>({ intervalMs, keyOf, publish, failed }: Options<Subject>) {
  /** Subjects that were published within the interval. `isDue`: it has changed since. */
  const recent = new Map<string, { timer: NodeJS.Timeout; isDue: boolean; running: Promise<void> }>();

  const publishSafely = (subject: Subject): Promise<void> => publish(subject).catch(failed);

  function begin(subject: Subject, key: string, earlier?: Promise<void>): void {
    const entry = {
      isDue: false,
      // Waits for an earlier publication that takes longer than the interval, so that clients get the states in order.
      running: earlier ? earlier.then(() => publishSafely(subject)) : publishSafely(subject),
      timer: setTimeout(() => {
        recent.delete(key);
        if (entry.isDue) begin(subject, key, entry.running);
      }, intervalMs).unref(),
    };
    recent.set(key, entry);
  }

  return {
    changed(subject: Subject): void {
      const key = keyOf(subject);
      const entry = recent.get(key);
      if (entry) entry.isDue = true;
      else begin(subject, key);
    },

    /** Drops pending publications, which clients get by catch-up (RX-05). Resolves when none is in progress. */
    async close(): Promise<void> {
      const entries = [...recent.values()];
      recent.clear();
      for (const { timer } of entries) clearTimeout(timer);
      await Promise.all(entries.map(({ running }) => running));
    },
  };
}

/** Creates the publisher of changed reactions (RX-03). `changed` is called after the commit of a change. */
export const createReactionEvents = (publish: PublishChange, logger: Logger) =>
  createJoinedPublisher<MessageRef>({
    intervalMs: REACTION_EVENT_INTERVAL_MS,
    keyOf: ({ conversationId, sequence }) => messageIdOf(conversationId, sequence),
    publish: (ref) => publish(ref, 'message_reactions'),
    failed: (error) => logger.error({ err: error }, 'changed reactions could not be published'),
  });
