import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/index.ts';
import { PERSONAL_PAGE, sectionOf, type PersonalSection } from '../../platform/personal-data/index.ts';
import type { ServerSecret } from '../../platform/secrets/server-secrets.ts';
import { createPayeeSeal } from './payees/payees.policy.ts';
import { findPayee } from './payees/payees.repository.ts';

const wallet = sectionOf(
  { name: 'wallet', about: 'Your coins now, in hundredths of a coin.' },
  (me, after) => sql`
    SELECT user_id AS cursor, balance, bought, earned, given, held_bought, held_earned, held_given, debt
    FROM wallets WHERE user_id = ${me} AND user_id > ${after} LIMIT ${PERSONAL_PAGE}`,
);

const history = sectionOf(
  {
    name: 'wallet_history',
    about: 'How your coins came and went, also what you have hidden; in hundredths of a coin.',
  },
  (me, after) => sql`
    SELECT id AS cursor, line_id, transaction_type, description, amount, created_at, hidden_at
    FROM wallet_lines WHERE user_id = ${me} AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`,
);

const payouts = sectionOf(
  { name: 'payouts', about: 'Payouts that you asked for, in hundredths of a coin, and where they go.' },
  (me, after) => sql`
    SELECT id AS cursor, payout_id, amount, bought, earned, given, status, note, reference, created_at, decided_at,
      payee_kind, payee_sealed
    FROM payouts WHERE user_id = ${me} AND id > ${after} ORDER BY id LIMIT ${PERSONAL_PAGE}`,
);

/** Includes the decrypted payees of the requests. */
function payoutsSection(secret: ServerSecret): PersonalSection {
  const { open } = createPayeeSeal(secret);
  async function* rows(db: Queryable, userId: number): AsyncGenerator<object> {
    for await (const row of payouts.rows(db, userId)) {
      const { payee_kind: kind, payee_sealed: sealed, ...fields }: PayoutsRow = row;
      yield { ...fields, payee: sealed ? { kind, ...open(userId, sealed) } : null };
    }
  }
  return { ...payouts, rows };
}

type PayoutsRow = { readonly payee_kind?: string | null; readonly payee_sealed?: string | null };

/** Decrypted, because it is the user's own data. */
function payeeSection(secret: ServerSecret): PersonalSection {
  const { open } = createPayeeSeal(secret);
  async function* rows(db: Queryable, userId: number): AsyncGenerator<object> {
    const found = await findPayee(db, userId);
    if (found) yield { kind: found.kind, ...open(userId, found.sealed) };
  }
  return { name: 'payee', about: 'Where your payouts go.', rows };
}

/** Sections of the personal data export that the wallet owns; `secret` decrypts the payees. */
export const walletSections = (secret: ServerSecret): readonly PersonalSection[] => [
  wallet,
  history,
  payoutsSection(secret),
  payeeSection(secret),
];
