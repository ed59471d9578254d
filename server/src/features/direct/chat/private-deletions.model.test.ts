import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startChats, type ChatClient, type Person } from '../direct.fixture.ts';

type Side = 0 | 1;

/** A message in the model. */
type ModelMessage = { id: string; sequence: number; by: Side; isDeleted: boolean; hiddenFor: Set<Side> };

type Command =
  | { readonly kind: 'say'; readonly by: Side }
  | { readonly kind: 'delete'; readonly by: Side; readonly picks: readonly number[] }
  | { readonly kind: 'clear'; readonly by: Side }
  | { readonly kind: 'look'; readonly by: Side };

const by = fc.constantFrom<Side>(0, 1);
const commands = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('say' as const), by }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('delete' as const),
        by,
        picks: fc.array(fc.nat(30), { minLength: 1, maxLength: 4 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const), by }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const), by }) },
  ),
  { minLength: 4, maxLength: 18 },
);

type Chats = Awaited<ReturnType<typeof startChats>>;

/** The state of a client that only uses catch-up. */
type ClientState = { sequence: number; revision: number; shown: Map<number, boolean> };

/** Creates two users, their messages in the model, and the state that a client of each has from catch-up. */
async function startModel(chats: Chats) {
  const { ann, bob, annChat, bobChat } = await chats.openChat();
  const people: readonly Person[] = [ann, bob];
  const sides: readonly ChatClient[] = [annChat, bobChat];
  const person = (side: Side) => people[side] ?? ann;
  const sent: ModelMessage[] = [];
  const newState = (): ClientState => ({ sequence: 0, revision: 0, shown: new Map() });
  const states = [newState(), newState()];

  /** Deletes by the rules; returns how many were not deleted before. */
  function take(side: Side, messages: readonly ModelMessage[]): number {
    const present = messages.filter((message) => !message.isDeleted && !message.hiddenFor.has(side));
    for (const message of present) {
      if (message.by === side) message.isDeleted = true;
      else message.hiddenFor.add(side);
    }
    return present.length;
  }

  async function run(command: Command): Promise<void> {
    const [own, other] = [person(command.by), person(command.by === 0 ? 1 : 0)];
    if (command.kind === 'look') return catchUp(command.by);
    if (command.kind === 'say') {
      const id = (await sides[command.by]?.say('words')) ?? '';
      sent.push({ id, sequence: sent.length + 1, by: command.by, isDeleted: false, hiddenFor: new Set() });
      return;
    }
    const isAll = command.kind === 'clear';
    const picked = isAll ? sent : command.picks.flatMap((pick) => sent[pick % sent.length] ?? []);
    const those = [...new Set(picked)];
    if (!isAll && those.length === 0) return;
    const ids = isAll ? [] : those.map((message) => message.id);
    const answer = await chats.deleteMessages(own, other, ids);
    expect(answer.data.deleted_count).toBe(take(command.by, those));
    if (isAll) for (const message of sent) message.hiddenFor.add(command.by);
  }

  async function catchUp(side: Side): Promise<void> {
    const state = states[side] ?? newState();
    for (;;) {
      const query = { after_sequence: state.sequence, after_revision: state.revision, limit: 5 };
      const { data } = await chats.read(person(side), person(side === 0 ? 1 : 0), query);
      for (const message of data.messages) state.shown.set(message.sequence, !message.is_deleted);
      for (const sequence of data.deleted_sequences)
        if (state.shown.has(sequence)) state.shown.set(sequence, false);
      for (const sequence of data.hidden_sequences) state.shown.delete(sequence);
      for (const sequence of state.shown.keys())
        if (sequence <= data.cleared_to) state.shown.delete(sequence);
      state.revision = data.revision;
      state.sequence = Math.max(state.sequence, data.messages.at(-1)?.sequence ?? 0);
      if (!data.has_more) return;
    }
  }

  /** Returns the messages that a user sees in the model: sequences, and whether there is content. */
  const visible = (side: Side) =>
    sent
      .filter((message) => !message.hiddenFor.has(side))
      .map((message) => [message.sequence, !message.isDeleted] as const);

  return { run, catchUp, visible, states };
}

it(
  'Q-07, Q-08, R-04: after any deletions both users see the result of the rules, and catch-up leads to the same state',
  { timeout: 120_000 },
  async () => {
    const chats = await startChats();
    await fc.assert(
      fc.asyncProperty(commands, async (given) => {
        const model = await startModel(chats);
        for (const command of given) await model.run(command);
        for (const side of [0, 1] as const) {
          await model.catchUp(side);
          const shown = [...(model.states[side]?.shown ?? [])].toSorted(([one], [other]) => one - other);
          expect(shown).toEqual(model.visible(side));
        }
      }),
      { numRuns: 15 },
    );
  },
);
