import type { PrivateMessage } from '@adda/contract/direct';
import type { ForwardPlace } from '@adda/contract/messages';
import type { GroupMessage } from '@adda/contract/rooms';
import type { MessageResult } from '@adda/contract/search';
import type { Queryable, Tx } from '../../platform/database/index.ts';
import type { Actor } from '../../platform/http/handler.ts';
import type { Deletable } from './deletions.repository.ts';
import type { ForwardTarget } from './forwards/forwards.types.ts';
import { readKind } from './members.repository.ts';
import type { MessageRef, StoredMessage } from './messages.types.ts';

/** A message in the wire form of its kind of conversation. */
export type MessageWire = GroupMessage | PrivateMessage;

/** The user for whom messages are read. */
export type Viewer = Pick<Actor, 'userId' | 'username'>;

/** A conversation that a user may read now. */
export type ReadableConversation<Wire = MessageWire> = {
  readonly conversationId: number;
  /** False for a global administrator who reads a room from outside. */
  readonly isMember: boolean;
  /** In a private chat, messages that the viewer has hidden or cleared are left out. */
  readonly isPersonal: boolean;
  /** Maps a message to its wire form, in responses to this viewer. */
  readonly toWire: (message: StoredMessage) => Wire;
  /** Called when all messages up to a sequence were returned to the viewer. */
  readonly shown: (sequence: number) => void;
  /** Called with the newest message of each response to the viewer (FT-03); rooms have no use for it. */
  readonly fetched?: (sequence: number) => void;
};

/** A conversation in which messages were found, as search results name it (SR-01). */
export type FoundPlace = {
  readonly conversationId: number;
  readonly where: MessageResult['where'];
  readonly toWire: (message: StoredMessage) => MessageResult['message'];
};

/** Where a draft belongs: a conversation, or the peer of a private chat that has no message yet. */
export type DraftTarget = { readonly conversationId: number } | { readonly peerId: number };

/** A room or private chat in which a user may write, as drafts name it (FT-04). */
export type DraftPlace = {
  readonly target: DraftTarget;
  readonly isPersonal: boolean;
  readonly where: { readonly group_id: string } | { readonly recipient: string };
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

/** A changed message, as each of its readers may see it. */
export type MessageChange = MessageRef & {
  readonly event: 'message_reactions' | 'message_edited' | 'message_preview';
  readonly senderId: number;
  /** The recipients of a whisper; null for a message to all members. */
  readonly recipientIds: readonly number[] | null;
  /** The revision of the conversation; at least the version of the message. */
  readonly revision: number;
  /** The message for all members who are not in `messageOf`; undefined if there are no others who may see it. */
  readonly message: StoredMessage | undefined;
  /** The message for members who see something else, by user id; undefined for users who may not see it. */
  readonly messageOf: ReadonlyMap<number, StoredMessage | undefined>;
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
  /** Also the whole private conversation of the two users, wherever the reported message is (MR-05). */
  readonly hasWholeChat?: boolean;
};

/** Messages of a conversation that belong to a report. */
export type EvidenceSource = {
  readonly conversationId: number;
  /** Only messages of this user; of all senders if undefined. */
  readonly senderId?: number | undefined;
  /** The newest `THREAT_EVIDENCE_MESSAGES`, instead of those around the reported one (MR-05). */
  readonly isWhole?: boolean;
};

/**
 * The differences between rooms and private chats; everything else about messages is the same for both. Functions that
 * take a transaction run inside it and publish only after its commit.
 */
export type ConversationKind<Wire = MessageWire> = {
  readonly name: 'room' | 'direct';
  /** Returns the conversation if the viewer may read it. */
  readonly findReadable: (
    db: Queryable,
    conversationId: number,
    viewer: Viewer,
  ) => Promise<ReadableConversation<Wire> | undefined>;
  /** Returns those of the conversations that are of this kind and that the viewer may read, for search results. */
  readonly findPlaces: (
    db: Queryable,
    conversationIds: readonly number[],
    viewer: Viewer,
  ) => Promise<readonly FoundPlace[]>;
  /** Publishes deletions to the users who could read the messages. */
  readonly publishDeleted: (tx: Tx, deleted: DeletedMessages) => Promise<void>;
  /** Publishes a changed message to open rooms or chats (RX-03, ED-02, FT-05); called after the commit. */
  readonly publishChange: (db: Queryable, change: MessageChange) => Promise<void>;
  /**
   * Returns the ids of the members whom the text of a message to all of them mentions, in the order of the text (MN-01).
   * The caller holds the lock of the conversation.
   */
  readonly mentionsOf: (
    tx: Tx,
    text: { readonly conversationId: number; readonly senderId: number; readonly content: string },
  ) => Promise<readonly number[]>;
  /** Returns the room or private chat for a draft of the viewer. Throws the refusals of the kind (FT-04). */
  readonly findDraftPlace: (db: Queryable, viewer: Viewer, id: string) => Promise<DraftPlace>;
  /** Returns those of the targets that are of this kind and in which the viewer may write now. */
  readonly listDraftPlaces: (
    db: Queryable,
    viewer: Viewer,
    targets: { readonly conversationIds: readonly number[]; readonly peerIds: readonly number[] },
  ) => Promise<readonly DraftPlace[]>;
  /**
   * Returns the place that a forward names, or nothing for a place of another kind. Throws if there is no such place
   * (FT-06).
   */
  readonly findForwardTargets: (viewer: Viewer, place: ForwardPlace) => Promise<readonly ForwardTarget[]>;
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

    /** Returns a registered kind. */
    named(name: ConversationKind['name']): ConversationKind {
      const kind = kinds.get(name);
      if (!kind) throw new Error(`No conversation kind is named ${name}.`);
      return kind;
    },

    /** Returns those of the conversations that the viewer may read, by id. */
    async findPlaces(
      db: Queryable,
      viewer: Viewer,
      conversationIds: readonly number[],
    ): Promise<Map<number, FoundPlace>> {
      if (conversationIds.length === 0) return new Map();
      const found = [...kinds.values()].map((kind) => kind.findPlaces(db, conversationIds, viewer));
      const places = await Promise.all(found);
      return new Map(places.flat().map((place) => [place.conversationId, place]));
    },

    /** Returns the kind of a conversation; undefined if there is no such conversation. */
    async find(db: Queryable, conversationId: number): Promise<ConversationKind | undefined> {
      const name = await readKind(db, conversationId);
      return name === undefined ? undefined : kinds.get(name);
    },
  };
}
