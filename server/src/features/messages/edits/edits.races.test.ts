import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventually } from '../../direct/direct.fixture.ts';
import { editsOf, startEditing } from './edits.fixture.ts';

/** Random interleavings in one run. */
const RUNS = Number(process.env['EDIT_RACES'] ?? 50);

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('edit' as const), pick: fc.nat(2) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('react' as const), pick: fc.nat(2), on: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), pick: fc.nat(2) }) },
);

it(
  `ED-03, RX-05: in ${RUNS} interleavings of edits, reactions and deletions each change has a version of its own`,
  { timeout: 60_000 + RUNS * 4000 },
  async () => {
    const { edit, react, openRoom, connect, client, formerTexts, history } = await startEditing();
    const { ann, bob, groupId, annClient, say } = await openRoom();
    const bobClient = await connect(bob, groupId);
    let count = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const ids = [await say('a'), await say('b'), await say('c')];
        const { revision } = (await history(ann, groupId)).data;
        /** Runs one step at the same time as the others; returns the text of an edit that was confirmed. */
        const run = async (given: (typeof steps)[number]) => {
          const id = ids[given.pick] ?? '';
          if (given.kind === 'react') return void (await react(bob, id, '👍', given.on));
          if (given.kind === 'delete')
            return void (await client(
              'POST /groupchat/delete_messages',
              { body: { message_ids: [id] } },
              ann,
            ));
          const text = `text ${(count += 1)}`;
          const answer = await edit(ann, id, text);
          expect([200, 404]).toContain(answer.status);
          return answer.status === 200 ? { id, text } : undefined;
        };
        const confirmed = (await Promise.all(steps.map(run))).filter((one) => one !== undefined);
        const page = (await history(bob, groupId)).data;
        const stored = ids.map((id) => page.messages.find((message) => message._id === id));
        for (const [n, message] of stored.entries()) {
          const id = ids[n] ?? '';
          const own = confirmed.filter((one) => one.id === id).map(({ text }) => text);
          const former = await formerTexts(id);
          expect(former).toHaveLength(own.length);
          // The last text is that of the message, unless the message was deleted.
          const texts = message?.is_deleted ? former : [...former, message?.content];
          expect(new Set(texts).size).toBe(texts.length);
          for (const text of texts) expect([['a', 'b', 'c'][n], ...own]).toContain(text);
        }
        const versions = stored.map((message) => message?.version ?? 0);
        expect(Math.max(...versions, revision)).toBe(page.revision);
        const changed = versions.filter((version) => version > revision);
        expect(new Set(changed).size).toBe(changed.length);
        await eventually(() => {
          for (const message of stored)
            if (message && !message.is_deleted && message.edited_at !== null)
              expect(editsOf(bobClient).findLast(({ _id: id }) => id === message._id)).toMatchObject({
                content: message.content,
                edited_at: message.edited_at,
              });
        });
      }),
      { numRuns: RUNS },
    );
    for (const { received } of [annClient, bobClient]) {
      const versions = new Map<string, number>();
      for (const { _id: id, version } of editsOf({ received })) {
        expect(version).toBeGreaterThanOrEqual(versions.get(id) ?? 0);
        versions.set(id, version);
      }
    }
  },
);
