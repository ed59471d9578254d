import type { RoomName } from '../../platform/realtime/index.ts';

type Deps<Mark> = {
  /** What the marks of this kind begin with, e.g. `inbox:`. */
  readonly prefix: 'inbox:' | 'activity:' | 'profile-change:';
  readonly textOf: (mark: Mark) => string;
  /** Returns undefined for the text of a newer version. */
  readonly parse: (text: string) => Mark | undefined;
  /** Passes marks to every node; `received` gets them there. */
  readonly send: (marks: ReadonlyMap<RoomName, number>) => void;
};

/**
 * Creates a channel from the node where something happened to every node. Equal marks of one turn of the event loop are sent once,
 * all of them together.
 */
export function createNodeMarks<Mark>({ prefix, textOf, parse, send }: Deps<Mark>) {
  let waiting = new Map<RoomName, number>();
  let listener: ((marks: readonly Mark[]) => void) | undefined;

  function sendWaiting(): void {
    const marks = waiting;
    waiting = new Map();
    send(marks);
  }

  return {
    /** Tells all nodes of what is committed. */
    tell(marks: Iterable<Mark>): void {
      for (const mark of marks) {
        if (waiting.size === 0) setImmediate(sendWaiting);
        waiting.set(`${prefix}${textOf(mark)}`, 0);
      }
    },

    /** Called on every node with the marks of a flush; those of other kinds are ignored. */
    received(marks: ReadonlyMap<string, number>): void {
      const own = [...marks.keys()].flatMap((mark) =>
        mark.startsWith(prefix) ? (parse(mark.slice(prefix.length)) ?? []) : [],
      );
      if (own.length > 0) listener?.(own);
    },

    /** Registers the function that gets the marks of all nodes. */
    onTold: (given: (marks: readonly Mark[]) => void) => void (listener = given),
  };
}
