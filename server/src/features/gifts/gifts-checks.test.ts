import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createLedgerCommands, give } from '../wallet/index.ts';
import { postTransfers } from '../wallet/ledger/ledger.repository.ts';
import { userIdOf } from '../creators/creators.fixture.ts';
import { giftsChecks } from './gifts.repository.ts';
import { startGifts } from './gifts.fixture.ts';

it('R-09, GI-01: the ledger check finds inconsistent gifts, and no others', async () => {
  const { roomOfTwo, sendGift, giftsOf, database } = await startGifts({ LOG_LEVEL: 'silent' });
  const checkLedger = () =>
    createLedgerCommands(database, giftsChecks)['ledger']?.run(['check'], () => undefined);
  const { groupId, ann, ben } = await roomOfTwo();
  for (const gift of ['kiss', 'love']) await sendGift(ann, groupId, ben, gift);
  expect(await checkLedger()).toContain('every gift went from its sender to its recipient: ok');

  const [annId, benId] = [await userIdOf(database, ann), await userIdOf(database, ben)];
  const line = { type: 'credit', description: 'x' } as const;
  const cause = `gift:${randomUUID()}`;
  const people = { payer: annId, payee: benId, payerLine: line, payeeLine: line };
  await database.transaction((tx) => postTransfers(tx, [give({ cause, kind: 'gift', amount: 500 }, people)]));
  await expect(checkLedger()).rejects.toThrow(`(${cause}) has no gift`);

  const [first] = await giftsOf(ann);
  await sql`UPDATE gifts SET recipient_id = 0 WHERE gift_id = ${first?.gift_id}`.execute(database.db);
  await expect(checkLedger()).rejects.toThrow(
    `gift ${first?.gift_id}: its sender paid 1000, its recipient got 0`,
  );
});
