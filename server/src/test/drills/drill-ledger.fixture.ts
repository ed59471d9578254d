/** A message as received: in an event, in a page of the history or in a confirmation. */
export type ReceivedMessage = {
  readonly _id: string;
  readonly sequence: number;
  readonly clientMessageId: string | null;
};

type Said = {
  readonly by: string;
  readonly place: string;
  readonly pressedAt: number;
  confirmedAt?: number;
  id?: string;
  sequence?: number;
};

/** A message that the server confirmed. */
export type ConfirmedMessage = Required<Said> & { readonly clientMessageId: string };

/**
 * Records all sent messages, their confirmations, and when each member received them. Times are those of
 * `performance.now()`.
 */
export type DrillLedger = ReturnType<typeof createDrillLedger>;

/** Opens an empty ledger for conversations with these members. */
export function createDrillLedger(members: ReadonlyMap<string, readonly string[]>) {
  const said = new Map<string, Said>();
  /** By conversation and member: the first receipt of each message, by its id. */
  const seen = new Map<string, Map<string, { readonly at: number; readonly message: ReceivedMessage }>>();
  /** By connection and sender: the sequence of the last event. */
  const lastHeard = new Map<string, number>();
  const lateEvents: string[] = [];
  let repeatedEvents = 0;
  const faults: string[] = [];
  const keyOf = (place: string, member: string) => `${place} ${member}`;
  for (const [place, names] of members) for (const name of names) seen.set(keyOf(place, name), new Map());

  const confirmed = (): ConfirmedMessage[] =>
    [...said].flatMap(([clientMessageId, { id, sequence, confirmedAt, ...rest }]) =>
      id === undefined || sequence === undefined || confirmedAt === undefined
        ? []
        : [{ ...rest, clientMessageId, id, sequence, confirmedAt }],
    );

  /** All pairs of a confirmed message and a member who should have it, with the time of receipt. */
  const deliveries = () =>
    confirmed().flatMap((message) =>
      (members.get(message.place) ?? []).map((member) => ({
        message,
        member,
        at: seen.get(keyOf(message.place, member))?.get(message.id)?.at,
      })),
    );

  return {
    members,
    press: (clientMessageId: string, by: string, place: string) => {
      said.set(clientMessageId, { by, place, pressedAt: performance.now() });
    },
    confirm: ({ _id: id, sequence, clientMessageId }: ReceivedMessage) => {
      const message = said.get(clientMessageId ?? '');
      if (!message) return void faults.push(`confirmed but never said: ${id}`);
      if (message.id !== undefined) {
        // A message that was sent twice is confirmed twice, with the same id and sequence.
        if (message.id !== id || message.sequence !== sequence) faults.push(`confirmed as two: ${id}`);
        return;
      }
      Object.assign(message, { id, sequence, confirmedAt: performance.now() });
    },
    see: (place: string, member: string, message: ReceivedMessage) => {
      const held = seen.get(keyOf(place, member));
      const before = held?.get(message._id);
      if (before && before.message.sequence !== message.sequence)
        faults.push(`two sequences: ${message._id}`);
      if (!before) held?.set(message._id, { at: performance.now(), message });
    },
    /**
     * Records an event of a member's connection, before `see`. What a user says comes in its order, from whichever node they say
     * it, unless it repeats what the member holds already: clients drop that by its id.
     */
    hear: (place: string, member: string, connection: string, message: ReceivedMessage) => {
      const { _id: id, sequence, clientMessageId } = message;
      const by = said.get(clientMessageId ?? '')?.by;
      if (by === undefined) return;
      const key = keyOf(connection, by);
      const last = lastHeard.get(key) ?? 0;
      lastHeard.set(key, Math.max(last, sequence));
      if (seen.get(keyOf(place, member))?.has(id)) repeatedEvents += 1;
      else if (sequence <= last) lateEvents.push(`heard after ${last}: ${id}, ${sequence}, sent by ${by}`);
    },
    /** Events that came after a later message of the same user, to members who did not have them. */
    lateEvents: (): readonly string[] => lateEvents,
    /** The number of events of messages that the member had already. */
    repeatedEvents: () => repeatedEvents,
    fault: (text: string) => void faults.push(text),
    faults: (): readonly string[] => faults,
    sizeOf: () => said.size,
    unconfirmed: () => [...said.values()].filter((message) => message.id === undefined),
    confirmed,
    deliveries,
    missing: () => deliveries().filter(({ at }) => at === undefined),
    /** The messages of a conversation that a member holds, by id. */
    heldBy: (place: string, member: string): ReceivedMessage[] =>
      [...(seen.get(keyOf(place, member))?.values() ?? [])].map(({ message }) => message),
  };
}
