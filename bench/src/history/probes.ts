import type { FilledRoom, Probe, ProbeResponse } from './history.types.ts';

const PAGE = 50;
/** Maximum slowdown with a history a thousand times as long. */
const GOAL = 1.3;

/** Maximum cost of a page around a message, compared with the newest page (RY-04). */
const AROUND_GOAL = 1.5;

const newestPage: Pick<Probe, 'pathFor' | 'faultOf'> = {
  pathFor: (room) => historyPath(room, {}),
  faultOf: (answer, { messages }) => pageFault(answer, PAGE) ?? lastFault(answer, messages),
};

/** The requests of a client in a room: on opening, when scrolling up, every ten seconds, after a pause. */
export const probes: readonly Probe[] = [
  {
    what: 'opening: the room',
    goal: 0,
    pathFor: ({ groupId }) => `/groupchat/groups/${groupId}`,
    faultOf: ({ group_id: id }, { groupId }) => (id === groupId ? undefined : 'another room'),
  },
  {
    what: 'opening: the newest page',
    goal: GOAL,
    ...newestPage,
  },
  {
    what: 'opening: the first members',
    goal: 0,
    pathFor: ({ groupId }) => `/groupchat/groups/${groupId}/members?skip=0&limit=100`,
    faultOf: ({ members }) => (members?.length === 100 ? undefined : `${members?.length} members`),
  },
  {
    what: 'older messages, anywhere in the history',
    goal: GOAL,
    pathFor: (room) => historyPath(room, { before: timeOf(room, placeIn(room)) }),
    faultOf: (answer) => pageFault(answer, PAGE),
  },
  {
    what: 'the poll that finds nothing new',
    goal: GOAL,
    pathFor: (room) =>
      historyPath(room, { after_sequence: String(room.messages), after_revision: String(room.revision) }),
    faultOf: (answer) =>
      pageFault(answer, 0) ??
      (answer.deleted_sequences?.length === 0 ? undefined : 'deletions that were known'),
  },
  {
    what: 'catching up with a page, anywhere',
    goal: 0,
    pathFor: (room) => historyPath(room, { after_sequence: String(placeIn(room) - 2 * PAGE) }),
    faultOf: (answer) => pageFault(answer, PAGE),
  },
  {
    what: 'around a message against the newest page',
    goal: AROUND_GOAL,
    pathFor: (room) => {
      const query = new URLSearchParams({ group_id: room.groupId, around_sequence: String(placeIn(room)) });
      return `/groupchat/group-messages?${query.toString()}`;
    },
    faultOf: ({ messages = [], has_more_after: hasMoreAfter }) =>
      messages.length > PAGE / 2 && hasMoreAfter !== undefined ? undefined : `${messages.length} messages`,
    against: newestPage,
  },
];

function historyPath({ groupId }: FilledRoom, place: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({ group_id: groupId, limit: String(PAGE), ...place });
  return `/groupchat/group-messages?${query.toString()}`;
}

/** Returns a sequence with more than a full page on both sides, without private messages of other users. */
function placeIn({ messages }: FilledRoom): number {
  return 2 * PAGE + 1 + Math.floor(Math.random() * (messages - 2 * PAGE));
}

function timeOf({ startMs, stepMs }: FilledRoom, sequence: number): string {
  return new Date(startMs + sequence * stepMs).toISOString();
}

function pageFault({ messages }: ProbeResponse, expected: number): string | undefined {
  return messages?.length === expected ? undefined : `${messages?.length} messages`;
}

function lastFault({ messages }: ProbeResponse, last: number): string | undefined {
  const sequence = messages?.at(-1)?.sequence;
  return sequence === last ? undefined : `the newest is ${sequence}, not ${last}`;
}
