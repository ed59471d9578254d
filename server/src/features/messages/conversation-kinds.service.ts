import type { PrivateOutgoing } from '@adda/contract/direct';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Deletable, MessageRef } from './deletions.repository.ts';
import { readKind } from './members.repository.ts';
import type { StoredMessage } from './messages.types.ts';

/** The user for whom messages are read. */
export type Viewer = Pick<Actor, 'userId' | 'username'>;

/** A conversation that a user may read now. */
export type ReadableConversation<Wire = unknown> = {
  readonly conversationId: number;
  /** False for a global administrator who reads a room from outside. */
  readonly isMember: boolean;
  /** In a private chat, messages that the viewer has hidden or cleared are left out. */
  readonly isPersonal: boolean;
  /** Maps a message to its wire form, in responses to this viewer. */
  readonly toWire: (message: StoredMessage) => Wire;
  /** Called when all messages up to a sequence were returned to the viewer. */
  readonly shown: (sequence: number) => void;
};

/** The deletions of one transaction in one conversation. */
export type DeletedMessages = {
  readonly conversationId: number;
  readonly revision: number;
  /** All messages up to this sequence were deleted in one operation for all members; 0 if that has never happened. */
  readonly clearedTo: number;
  /** Deleted for all members. */
  readonly messages: readonly Deletable[];
  /** The user whose messages were deleted, or who hid or cleared messages in a private chat. */
  readonly userId: number;
  /** Messages of a private chat that are hidden from this user only. */
  readonly hiddenSequences?: readonly number[];
  /** The conversation was cleared: for all members of a room, or of a private chat for the user alone, up to a sequence. */
  readonly cleared?: { readonly to: number; readonly isPeerAffected: boolean };
};

/** The events about a changed message, without the field that names the room or the peer. */
type ChangeEvents = { readonly [E in 'message_reactions']: Omit<PrivateOutgoing[E], 'username'> };

/** A changed message, with its event for clients. */
export type MessageChange = MessageRef & {
  readonly senderId: number;
  /** The recipients of a whisper; null for a message to all members. */
  readonly recipientIds: readonly number[] | null;
  readonly event: keyof ChangeEvents;
  readonly payload: ChangeEvents[keyof ChangeEvents];
  /** The payload for members who see something else, by user id; undefined for users who may not see the message. */
  readonly payloadOf: ReadonlyMap<number, ChangeEvents[keyof ChangeEvents] | undefined>;
};

/** Messages of one conversation that a caller may delete, and how. */
export type DeletionShare = {
  readonly conversationId: number;
  /** Deleted for all members. */
  readonly forAll: readonly Deletable[];
  /** Messages of a private chat that are hidden from the caller alone. */
  readonly forCaller: readonly number[];
  /** Writes the audit entry, in the transaction of the deletion. */
  readonly audit?: (tx: Tx) => Promise<void>;
};

/** The subject of a report. */
export type EvidenceQuestion = {
  readonly reporterId: number;
  readonly reportedId: number;
  /** The reported message, if the report is about one. */
  readonly messageId?: string | undefined;
  readonly groupId?: string | undefined;
  /** Only the named message, if the reported user sent it. */
  readonly isAlone?: boolean;
};

/** Messages of a conversation that belong to a report. */
export type EvidenceSource = {
  readonly conversationId: number;
  /** Only messages of this user; of all senders if undefined. */
  readonly senderId?: number | undefined;
};

/**
 * The differences between rooms and private chats; everything else about messages is the same for both. Functions that
 * take a transaction run inside it and publish only after its commit.
 */
export type ConversationKind<Wire = unknown> = {
  readonly name: 'room' | 'direct';
  /** Returns the conversation if the viewer may read it. */
  readonly findReadable: (
    db: Queryable,
    conversationId: number,
    viewer: Viewer,
  ) => Promise<ReadableConversation<Wire> | undefined>;
  /** Publishes deletions to the users who could read the messages. */
  readonly publishDeleted: (tx: Tx, deleted: DeletedMessages) => Promise<void>;
  /** Publishes a changed message to open rooms or chats (RX-03); called after the commit. */
  readonly publishChange: (db: Queryable, change: MessageChange) => Promise<void>;
  /** Returns the conversations from which a report takes its evidence (SV-47). */
  readonly findEvidence: (db: Queryable, question: EvidenceQuestion) => Promise<readonly EvidenceSource[]>;
};

/** The kinds of conversations; each feature registers its own when it is created. */
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
