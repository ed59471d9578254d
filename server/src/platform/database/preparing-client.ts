import pg from 'pg';
import { ConnectionStatements, STATEMENTS_KEPT } from './prepared-statements.ts';

const INVALID_STATEMENT_NAME = '26000';
const FEATURE_NOT_SUPPORTED = '0A000';
/** PostgreSQL has no code of its own for it. */
const COLUMNS_CHANGED = 'cached plan must not change result type';

/**
 * Returns whether the error says that a prepared statement can't be used any more: a table got other columns, or the
 * server does not know the statement.
 */
export function isStaleStatement(error: unknown): error is pg.DatabaseError {
  if (!(error instanceof pg.DatabaseError)) return false;
  return (
    error.code === INVALID_STATEMENT_NAME ||
    (error.code === FEATURE_NOT_SUPPORTED && error.message === COLUMNS_CHANGED)
  );
}

type Statement = pg.QueryConfig<unknown[]>;
type Callback = (error: Error | undefined, result?: pg.QueryResult) => void;

/**
 * A client of a PostgreSQL server that prepares the statements it repeats, so that the server neither parses nor plans them
 * again: planning takes longer than running for most reads (ADR 68). Texts without parameters and named statements are sent as they are.
 */
export class PreparingClient extends pg.Client {
  readonly #statements = new ConnectionStatements(STATEMENTS_KEPT);
  readonly #send: (statement: Statement) => Promise<pg.QueryResult>;

  constructor(config?: pg.ClientConfig) {
    super(config);
    const plain = this.query.bind(this);
    this.#send = (statement) => plain(statement);
    const query = (given: unknown, values?: unknown, callback?: Callback): unknown => {
      const statement = preparable(given, values);
      if (!statement) return Reflect.apply(plain, this, [given, values, callback]);
      const result = this.#query(statement);
      const settled = [values, callback].find(isCallback);
      if (!settled) return result;
      return void result.then((rows) => settled(undefined, rows), settled);
    };
    // The overloads of the method can't be overridden without repeating them all.
    Object.assign(this, { query });
  }

  async #query(statement: Statement): Promise<pg.QueryResult> {
    const isInTransaction = this.getTransactionStatus() !== 'I';
    const { name, closed } = this.#statements.use(statement.text, statement.values ?? []);
    if (closed !== undefined) this.#close(closed);
    if (name === undefined) return this.#send(statement);
    try {
      return await this.#send({ ...statement, name });
    } catch (error) {
      if (!isStaleStatement(error)) throw error;
      this.#statements.forget(statement.text);
      this.#close(name);
      // A transaction has failed as a whole.
      if (isInTransaction) throw error;
      return this.#send(statement);
    }
  }

  /** Closes a statement without waiting for the response: its name is not used again. */
  #close(name: string): void {
    this.connection.close({ type: 'S', name }, true);
    // The driver remembers the texts of named statements for ever; its types omit that.
    const { connection } = this;
    if (!('parsedStatements' in connection) || typeof connection.parsedStatements !== 'object') return;
    Reflect.deleteProperty(connection.parsedStatements ?? {}, name);
  }
}

const isCallback = (value: unknown): value is Callback => typeof value === 'function';

/** Returns a statement with parameters and without a name; undefined for everything else that the driver accepts. */
function preparable(given: unknown, values: unknown): Statement | undefined {
  if (typeof given === 'string')
    return Array.isArray(values) && values.length > 0 ? { text: given, values } : undefined;
  if (typeof given !== 'object' || given === null || 'submit' in given || 'name' in given) return undefined;
  const statement = given as Partial<Statement>;
  const ownValues = Array.isArray(values) ? values : statement.values;
  if (statement.text === undefined || !ownValues || ownValues.length === 0) return undefined;
  return { ...statement, text: statement.text, values: ownValues };
}
