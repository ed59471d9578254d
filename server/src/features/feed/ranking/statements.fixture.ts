import type { Pool, PoolClient } from 'pg';

/**
 * Intercepts the statements that a pool sends from now on. `before` receives each statement; the text it returns is
 * sent first, on the same connection.
 */
export function watchStatements(pool: Pool, before: (text: string) => string | undefined): void {
  const watched = new WeakSet<PoolClient>();
  pool.on('acquire', (connection) => {
    if (watched.has(connection)) return;
    watched.add(connection);
    connection.query = new Proxy(connection.query, {
      apply(query, self, given: unknown[]) {
        const [text] = given;
        const first = typeof text === 'string' ? before(text) : undefined;
        const send = () => Reflect.apply(query, self, given);
        return first === undefined ? send() : Reflect.apply(query, self, [first]).then(send);
      },
    });
  });
}
