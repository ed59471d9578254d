import type { GroupMessage } from '@adda/contract/rooms';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Person } from '../../rooms/rooms.fixture.ts';
import { startEditing } from './edits.fixture.ts';

/** Random histories in one run. */
const RUNS = Number(process.env['CHANGE_MODEL_RUNS'] ?? 20);

type Who = 0 | 1 | 2;
const who = fc.constantFrom<Who>(0, 1, 2);
const pick = fc.nat(20);
const kindOf = <const K extends string>(kind: K) => fc.constant(kind);

const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: kindOf('send'), by: who, isReply: fc.boolean(), pick }) },
  { weight: 4, arbitrary: fc.record({ kind: kindOf('edit'), by: who, pick }) },
  { weight: 3, arbitrary: fc.record({ kind: kindOf('react'), by: who, pick, on: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('delete'), by: who, pick }) },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('block'), by: who, whom: who }) },
  { weight: 3, arbitrary: fc.record({ kind: kindOf('look'), by: who }) },
);
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never;

const commands = fc.array(command, { minLength: 5, maxLength: 25 });

/** The messages of a client that only catches up, by sequence; of two copies the one with the higher version counts. */
type Held = { sequence: number; revision: number; messages: Map<number, GroupMessage> };

/** What a client that reloads a message sees of it. A deleted message has only its place. */
const shownOf = ({
  _id,
  sequence,
  content,
  is_deleted: isDeleted,
  edited_at,
  reactions,
  reply_to,
}: GroupMessage) =>
  isDeleted ? { _id, sequence, isDeleted } : { _id, sequence, content, edited_at, reactions, reply_to };

it(
  `RX-05, ED-02, RY-03, R-14: after any of ${RUNS} histories, catch-up leads to what a reload shows`,
  { timeout: 60_000 + RUNS * 6000 },
  async () => {
    const { edit, react, openRoom, connect, client, history, block, unblock } = await startEditing();

    /** Creates a room of three users, with clients that send and clients that catch up. */
    async function startModel() {
      const { ann, bob, eve, groupId, annClient } = await openRoom();
      const people: readonly Person[] = [ann, bob, eve];
      const clients = [annClient, await connect(bob, groupId), await connect(eve, groupId)];
      const held = people.map((): Held => ({ sequence: 0, revision: 0, messages: new Map() }));
      const sent: string[] = [];
      const blocks: (readonly [Person, Person])[] = [];
      const personOf = (by: Who) => people[by] ?? ann;
      const pickOf = (place: number) => sent[place % Math.max(1, sent.length)] ?? 'zz-1';
      let words = 0;

      async function catchUp(by: Who): Promise<void> {
        const state = held[by];
        if (!state) return;
        for (;;) {
          const query = { after_sequence: state.sequence, after_revision: state.revision, limit: 5 };
          const { data } = await history(personOf(by), groupId, query);
          for (const message of [...data.messages, ...data.changed_messages]) {
            const existing = state.messages.get(message.sequence);
            if (existing && (existing.is_deleted || existing.version > message.version)) continue;
            state.messages.set(message.sequence, message);
          }
          for (const sequence of data.deleted_sequences) {
            const existing = state.messages.get(sequence);
            if (existing) state.messages.set(sequence, { ...existing, is_deleted: true });
          }
          expect(data.revision).toBeGreaterThanOrEqual(state.revision);
          state.revision = data.revision;
          state.sequence = Math.max(state.sequence, data.messages.at(-1)?.sequence ?? 0);
          if (!data.has_more) return;
        }
      }

      async function run(given: Command): Promise<void> {
        const me = personOf(given.by);
        const text = `text ${(words += 1)}`;
        if (given.kind === 'look') return catchUp(given.by);
        if (given.kind === 'send') {
          const reply = given.isReply && sent.length > 0 ? { reply_to: pickOf(given.pick) } : {};
          const answer = await clients[given.by]?.send(text, reply);
          if (answer && '_id' in answer) sent.push(answer._id);
        } else if (given.kind === 'edit') {
          expect([200, 403, 404]).toContain((await edit(me, pickOf(given.pick), text)).status);
        } else if (given.kind === 'react') {
          expect([200, 404]).toContain((await react(me, pickOf(given.pick), '👍', given.on)).status);
        } else if (given.kind === 'delete') {
          const body = { message_ids: [pickOf(given.pick)] };
          expect([200, 403, 404]).toContain(
            (await client('POST /groupchat/delete_messages', { body }, me)).status,
          );
        } else if (given.by !== given.whom) {
          blocks.push([me, personOf(given.whom)]);
          await block(me, personOf(given.whom));
        }
      }

      /** Ends all blocks. A client drops its store when a block changes, so it begins anew then. */
      async function endBlocks(): Promise<void> {
        for (const [one, other] of blocks.splice(0)) await unblock(one, other);
      }
      const forget = (): void => {
        for (const state of held) Object.assign(state, { sequence: 0, revision: 0, messages: new Map() });
      };
      return { people, groupId, held, run, catchUp, endBlocks, forget };
    }

    /** Compares what each client holds with what a reload shows. */
    async function compare({ people, groupId, held, catchUp }: Awaited<ReturnType<typeof startModel>>) {
      for (const by of [0, 1, 2] as const) {
        await catchUp(by);
        const person = people[by];
        const state = held[by];
        if (!person || !state) throw new Error('no such user');
        const { messages, revision } = (await history(person, groupId, { limit: 100 })).data;
        expect(state.revision).toBe(revision);
        const own = [...state.messages.values()].toSorted((one, other) => one.sequence - other.sequence);
        expect(own.map(shownOf)).toEqual(messages.map(shownOf));
        for (const message of messages) expect(message.version).toBeLessThanOrEqual(revision);
      }
    }

    await fc.assert(
      fc.asyncProperty(commands, async (given) => {
        const model = await startModel();
        for (const each of given) {
          await model.run(each);
          if (each.kind === 'block') model.forget();
        }
        await compare(model);
        await model.endBlocks();
        model.forget();
        await compare(model);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  },
);
