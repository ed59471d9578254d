import type { Queryable } from '../../platform/database/index.ts';
import type { ConversationKind } from './conversation-kind.types.ts';
import { readKind } from './members.repository.ts';

/** The kinds of conversations of this server, each registered by its feature when that is created. */
export type ConversationKinds = ReturnType<typeof createConversationKinds>;

/** Creates the registry. */
export function createConversationKinds() {
  const kinds = new Map<string, ConversationKind>();
  return {
    /** Throws for a name that is registered already. */
    register(kind: ConversationKind): void {
      if (kinds.has(kind.name)) throw new Error(`The conversation kind ${kind.name} is registered twice.`);
      kinds.set(kind.name, kind);
    },

    all: (): Iterable<ConversationKind> => kinds.values(),

    /** Returns the kind of a conversation; undefined if there is no such conversation. */
    async find(db: Queryable, conversationId: number): Promise<ConversationKind | undefined> {
      const name = await readKind(db, conversationId);
      return name === undefined ? undefined : kinds.get(name);
    },
  };
}
