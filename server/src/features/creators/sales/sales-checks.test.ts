import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startSales } from './sales.fixture.ts';

it('R-09, SV-78: the ledger check finds inconsistent sales', async () => {
  const { poster, sell, buy, refund, checkLedger, database } = await startSales({ LOG_LEVEL: 'info' });
  const planId = await sell(await poster());
  const [whole, part] = [await buy(await poster(), planId), await buy(await poster(), planId)];
  await refund(part.order_id, 100);
  expect(await checkLedger()).toContain('every paid subscription is a sale: ok');
  const { rows } = await sql<{ net: number; back: number }>`
    SELECT net, taken_back AS back FROM sales WHERE order_id = ${part.order_id}`.execute(database.db);
  const [{ net, back } = { net: 0, back: 0 }] = rows;
  const change = (what: ReturnType<typeof sql>) =>
    sql`UPDATE sales SET ${what} WHERE order_id = ${part.order_id}`.execute(database.db);

  await change(sql`net = net - 1`);
  await expect(checkLedger()).rejects.toThrow(`of order ${part.order_id} has no transfer of ${net - 1}`);
  await change(sql`net = net + 1, taken_back = taken_back + 1`);
  await expect(checkLedger()).rejects.toThrow(`took back ${back + 1}, the ledger ${back}`);
  await change(sql`taken_back = taken_back - 1`);
  expect(await checkLedger()).toContain('what refunds took back of sales is what the ledger has: ok');

  await change(sql`gross = gross + 1`);
  await expect(checkLedger()).rejects.toThrow(/leaves the platform \d+, the ledger \d+/);
  await change(sql`gross = gross - 1`);

  await sql`DELETE FROM sales WHERE order_id = ${whole.order_id}`.execute(database.db);
  await expect(checkLedger()).rejects.toThrow(`the paid order ${whole.order_id} of razorpay sold nothing`);
  await expect(checkLedger()).rejects.toThrow(`(sale:razorpay:${whole.order_id}) has no sale`);
});
