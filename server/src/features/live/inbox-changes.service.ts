import type { RoomName } from '../../platform/realtime/index.ts';

/** A conversation as one user names it: a room, the other user of a private chat, or either by its conversation. */
export type InboxPlace =
  | { readonly groupId: string }
  | { readonly peerId: number }
  | { readonly username: string }
  | { readonly conversationId: number };

/**
 * What changed in inboxes (HM-01): the messages of a conversation, for all its members, or the row of one user, which may be
 * gone.
 */
export type InboxChange =
  | { readonly conversationId: number }
  | { readonly userId: number; readonly place: InboxPlace };

type Listener = (changes: readonly InboxChange[]) => void;

type Deps = {
  /** Passes marks to every node; `received` gets them there. */
  readonly send: (marks: ReadonlyMap<RoomName, number>) => void;
};

const PREFIX = 'inbox:';

/**
 * Creates the channel of changes of inboxes, from the node where they happen to every node with main screens of the users. The
 * changes of one turn of the event loop are sent together.
 */
export function createInboxChanges({ send }: Deps) {
  let waiting = new Map<RoomName, number>();
  let listener: Listener | undefined;

  function sendWaiting(): void {
    const marks = waiting;
    waiting = new Map();
    send(marks);
  }

  return {
    /** Tells all nodes of changes that are committed. */
    changed(changes: Iterable<InboxChange>): void {
      for (const change of changes) {
        if (waiting.size === 0) setImmediate(sendWaiting);
        waiting.set(textOf(change), 0);
      }
    },

    /** Called on every node with the marks of a flush; those of other kinds are ignored. */
    received(marks: ReadonlyMap<string, number>): void {
      const changes = [...marks.keys()].flatMap((mark) =>
        mark.startsWith(PREFIX) ? (changeOf(mark) ?? []) : [],
      );
      if (changes.length > 0) listener?.(changes);
    },

    /** Registers the function that gets the changes of all nodes. */
    onChanged: (given: Listener) => void (listener = given),
  };
}

/** Returns the mark of a change: `inbox:<conversation>`, or `inbox:<user>:<kind of place>:<place>`. */
function textOf(change: InboxChange): RoomName {
  if (!('userId' in change)) return `${PREFIX}${change.conversationId}`;
  const { userId, place } = change;
  const [[kind, name] = []] = Object.entries(place);
  return `${PREFIX}${userId}:${kind}:${name}`;
}

/** Parses a mark; undefined for one of a newer version. */
function changeOf(mark: string): InboxChange | undefined {
  const [id, kind, ...rest] = mark.slice(PREFIX.length).split(':');
  const name = rest.join(':');
  if (kind === undefined) return { conversationId: Number(id) };
  const place = placeOf(kind, name);
  return place && { userId: Number(id), place };
}

function placeOf(kind: string, name: string): InboxPlace | undefined {
  if (kind === 'groupId') return { groupId: name };
  if (kind === 'peerId') return { peerId: Number(name) };
  if (kind === 'username') return { username: name };
  return kind === 'conversationId' ? { conversationId: Number(name) } : undefined;
}
