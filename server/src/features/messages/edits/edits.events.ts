import type { Logger } from 'pino';
import type { PublishChange } from '../changed-messages.events.ts';
import type { MessageRef } from '../messages.types.ts';
import { messageIdOf } from '../message-id.codec.ts';

/**
 * Creates the publisher of edits (ED-02). The events of one message follow each other in order; each carries the message
 * as it is when it is sent.
 */
export function createEditEvents(publish: PublishChange, logger: Logger) {
  const running = new Map<string, Promise<void>>();

  return {
    /** Call after the commit of an edit. */
    edited(ref: MessageRef): void {
      const key = messageIdOf(ref.conversationId, ref.sequence);
      const next = (running.get(key) ?? Promise.resolve())
        .then(() => publish(ref, 'message_edited'))
        .catch((error: unknown) => logger.error({ err: error }, 'an edit could not be published'))
        .finally(() => {
          if (running.get(key) === next) running.delete(key);
        });
      running.set(key, next);
    },

    /** Resolves when all edits are published. */
    async idle(): Promise<void> {
      await Promise.all(running.values());
    },
  };
}
