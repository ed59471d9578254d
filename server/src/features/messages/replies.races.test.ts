import { expect, it } from 'vitest';
import { deletions, members } from './index.ts';
import { conversationOf, draftOf, upTo } from './messages.fixture.ts';

it('RY-01, RY-03: a reply beside the deletion of its original is refused, or stored and changed by the deletion', async () => {
  const rounds = 30;
  const { appender, database, read, room, ann, bob } = await conversationOf(rounds);
  const remove = (sequence: number) =>
    database.transaction(async (tx) => {
      await members.lockHeads(tx, [room]);
      return deletions.markDeleted(tx, { conversationId: room, sequences: [sequence], deletedBy: ann });
    });
  const outcomes = await Promise.all(
    upTo(1, rounds).map(async (sequence) => {
      const reply = { ...draftOf(room, bob, `reply ${sequence}`), replyTo: sequence };
      const [result, { revision }] = await Promise.all([appender.append(reply, ''), remove(sequence)]);
      return { result, revision };
    }),
  );
  const { messages } = await read({ viewerId: bob, limit: 200 });
  for (const { result, revision } of outcomes) {
    const stored =
      'sequence' in result ? messages.find((each) => each.sequence === result.sequence) : undefined;
    if (stored)
      expect(stored).toMatchObject({
        version: revision,
        replyTo: { quoted: { isDeleted: true, excerpt: '' } },
      });
    else expect(result.status).toBe('reply_not_found');
  }
  expect(messages).toHaveLength(rounds + outcomes.filter(({ result }) => 'sequence' in result).length);
});
