import pg from 'pg';

const TABLES = [
  'messages',
  'posts',
  'sessions',
  'presence',
  'activity_moves',
  'leaderboard_moves',
  'ledger_entries',
];

/** Returns the row counts of the tables that the soak writes to, by name; empty on the embedded engine. */
export async function countRows(databaseUrl: string | undefined): Promise<Readonly<Record<string, number>>> {
  if (databaseUrl === undefined) return {};
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const counts: Record<string, number> = {};
    for (const table of TABLES) {
      const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
      counts[table] = Number(rows[0]?.count);
    }
    return counts;
  } finally {
    await client.end();
  }
}
