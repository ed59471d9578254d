import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.fixture.ts';
import { readWallet } from '../wallet.repository.ts';
import '../wallet.tables.ts';
import * as books from './ledger-check.repository.ts';
import { createLedgerModel, transferOf, type Action } from './ledger-model.fixture.ts';
import { postTransfers } from './ledger.repository.ts';

const PEOPLE = 3;
const RUNS = 60;

const who = fc.nat(PEOPLE - 1);
const amount = fc.integer({ min: 1, max: 1000 });
const origin = fc.constantFrom('bought' as const, 'earned' as const, 'given' as const);
const part = fc.constantFrom(0, 0, 1, 50, 200);
const parts = fc
  .record({ bought: part, earned: part, given: part })
  .filter(({ bought, earned, given }) => bought + earned + given > 0);

const actions: fc.Arbitrary<Action> = fc.oneof(
  { arbitrary: fc.record({ does: fc.constant('credit' as const), who, origin, amount }), weight: 4 },
  {
    arbitrary: fc
      .record({
        does: fc.constant('give' as const),
        who,
        step: fc.integer({ min: 1, max: PEOPLE - 1 }),
        amount,
      })
      .map(({ does, who: payer, step, amount: coins }): Action => ({
        does,
        who: payer,
        recipient: (payer + step) % PEOPLE,
        amount: coins,
      })),
    weight: 4,
  },
  { arbitrary: fc.record({ does: fc.constant('takeBack' as const), who, origin, amount }), weight: 2 },
  { arbitrary: fc.record({ does: fc.constant('hold' as const), who, amount }), weight: 3 },
  { arbitrary: fc.record({ does: fc.constant('forfeit' as const), who, amount }), weight: 1 },
  {
    arbitrary: fc.record({ does: fc.constantFrom('release' as const, 'payOut' as const), who, parts }),
    weight: 4,
  },
);

/** Few causes, so that many actions repeat one, with the same or different content. */
const batches = fc.array(
  fc.array(fc.record({ action: actions, cause: fc.option(fc.nat(4), { nil: undefined }) }), {
    minLength: 1,
    maxLength: 8,
  }),
  { maxLength: 8 },
);

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.cleanup());

async function makePeople(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, display_name, is_guest, birth_date, sex, country, state)
    SELECT '_p' || gen_random_uuid(), 'P', true, '2000-01-01', 'female', 'India', 'Goa'
    FROM generate_series(1, ${PEOPLE}::integer) RETURNING id`.execute(test.database.db);
  return rows.map(({ id }) => id);
}

const listFaults = () =>
  test.database.transaction(async (tx) => [
    ...(await books.listUnbalanced(tx)),
    ...(await books.listDriftedWallets(tx)),
    ...(await books.listImpossibleWallets(tx)),
    ...(await books.listStrayLines(tx)),
  ]);

it(
  'R-08, R-09, R-10: for any sequence of postings the ledger matches the model, and passes its check',
  { timeout: 300_000 },
  async () => {
    const { db } = test.database;
    await fc.assert(
      fc.asyncProperty(batches, async (rounds) => {
        const ids = await makePeople();
        const run = randomUUID();
        const model = createLedgerModel(PEOPLE);
        for (const [round, batch] of rounds.entries()) {
          const named = batch.map(({ action, cause }, index) => ({
            action,
            cause: `test:${run}:${cause ?? `${round}.${index}`}`,
          }));
          const transfers = named.map(({ action, cause }) => transferOf(action, cause, ids));
          const posted = await test.database.transaction((tx) => postTransfers(tx, transfers));
          expect(posted.map(({ status }) => status)).toEqual(
            named.map(({ action, cause }) => model.post(action, cause)),
          );
          const states = await Promise.all(ids.map((id) => readWallet(db, id)));
          expect(states).toEqual(model.states());
          for (const { balance, debt } of states) expect(balance === 0 || debt === 0).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
    expect(await listFaults()).toEqual([]);
  },
);
