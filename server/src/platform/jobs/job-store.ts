import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { CompiledQuery, sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Db, Job } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database, Tx } from '../database/index.ts';
import {
  BOSS_OPTIONS,
  installJobs,
  poolQueries,
  queueOptions,
  runQuery,
  silentSecondsOf,
} from './job-store.settings.ts';

/** A job taken for running. */
export type TakenJob = Job<{ payload: unknown } | null>;

/** A queue as its handler declares it; `cron` (UTC) for a recurring one. */
export type QueueDeclaration = { name: string; retries: number; cron?: string };

/** The job queue in the tables of pg-boss. */
export class JobStore {
  readonly #database: Database;
  readonly #boss: PgBoss;
  readonly #sender = new AsyncLocalStorage<Tx>();
  readonly #known = new Set<string>();

  constructor(database: Database, logger: Logger) {
    this.#database = database;
    this.#boss = new PgBoss({ ...BOSS_OPTIONS[database.engine], db: this.#queries() });
    this.#boss.on('error', (error) => logger.error({ err: error }, 'the job queue reported an error'));
    this.#boss.on('warning', (warning) => logger.warn({ warning }, 'the job queue reported a warning'));
  }

  /** Starts the upkeep: lost jobs are tried again, recurring ones sent, finished ones deleted. */
  async start(queues: readonly QueueDeclaration[]): Promise<void> {
    await installJobs(this.#database);
    await this.declare(queues);
    if (this.#database.engine === 'embedded') await this.#giveBackLost();
    // Before the start, which looks for recurring jobs at once and then every half minute.
    await this.#schedule(queues);
    await this.#boss.start();
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false, close: false });
  }

  /** Makes the queues where they are missing and gives them the retries declared now. */
  async declare(queues: readonly QueueDeclaration[]): Promise<void> {
    const fresh = queues.filter((queue) => !this.#known.has(queue.name));
    if (fresh.length === 0) return;
    const existing = await this.#boss.getQueues(fresh.map((queue) => queue.name));
    const heartbeatSeconds = silentSecondsOf(this.#database.engine);
    for (const { name, retries } of fresh) {
      const found = existing.find((queue) => queue.name === name);
      if (!found) await this.#boss.createQueue(name, queueOptions(retries, heartbeatSeconds));
      else if (found.retryLimit !== retries || found.heartbeatSeconds !== heartbeatSeconds)
        await this.#boss.updateQueue(name, { retryLimit: retries, heartbeatSeconds });
      this.#known.add(name);
    }
  }

  /** Stores the job in the transaction. With a key, a job of that key that still waits stands for both. */
  async add(
    tx: Tx,
    queue: QueueDeclaration,
    payload: unknown,
    options: { startAfterSeconds?: number; key?: string },
  ): Promise<void> {
    if (!this.#known.has(queue.name)) {
      const silentSeconds = silentSecondsOf(this.#database.engine);
      const settings = JSON.stringify(queueOptions(queue.retries, silentSeconds));
      await sql`SELECT pgboss.create_queue(${queue.name}, ${settings}::jsonb)`.execute(tx);
    }
    const sent = await this.#sender.run(tx, () =>
      this.#boss.send(
        queue.name,
        { payload },
        {
          startAfter: options.startAfterSeconds,
          // The queue keeps one waiting job for each key, so a job without one gets a key of its own.
          singletonKey: options.key ?? randomUUID(),
        },
      ),
    );
    if (sent === null && options.key === undefined) throw new Error(`The job ${queue.name} was not stored.`);
  }

  /** Forgets the jobs of a name whose payload holds this, whatever became of them. */
  async forget(tx: Tx, name: string, payload: unknown): Promise<void> {
    await sql`
      DELETE FROM pgboss.job WHERE name = ${name} AND data->'payload' @> ${JSON.stringify(payload)}::jsonb`.execute(
      tx,
    );
  }

  /** Which of the queues have jobs to run now. */
  async due(names: readonly string[]): Promise<string[]> {
    const { rows } = await this.#database.pool.query<{ name: string }>(
      `SELECT name FROM unnest($1::text[]) AS queue(name) WHERE EXISTS (
         SELECT 1 FROM pgboss.job WHERE job.name = queue.name
           AND job.state < 'active' AND job.start_after <= pgboss.job_now())`,
      [names],
    );
    return rows.map((row) => row.name);
  }

  /** Takes up to `limit` jobs that are due; no other node gets them. */
  take(name: string, limit: number): Promise<TakenJob[]> {
    return this.#boss.fetch<{ payload: unknown } | null>(name, { batchSize: limit });
  }

  async complete(name: string, job: TakenJob): Promise<void> {
    await this.#boss.complete(name, job);
  }

  /** Gives the job back for another try, or for good where its retries are used up. */
  async fail(name: string, job: TakenJob, reason: string): Promise<void> {
    await this.#boss.fail(name, job, { reason });
  }

  /** Says that the job is still running here. */
  async keep(name: string, job: TakenJob): Promise<void> {
    await this.#boss.touch(name, job);
  }

  /** Gives back what a process was at that was killed; only where no other process can be at it. */
  async #giveBackLost(): Promise<void> {
    const { rows } = await this.#database.pool.query<{ name: string; ids: string[] }>(
      `SELECT name, array_agg(id::text) AS ids FROM pgboss.job WHERE state = 'active' GROUP BY name`,
      [],
    );
    for (const { name, ids } of rows)
      await this.#boss.fail(name, ids, { reason: 'The server ended before the job was done.' });
  }

  /** The recurring jobs are those declared now and no others. */
  async #schedule(queues: readonly QueueDeclaration[]): Promise<void> {
    for (const { name, cron } of queues) if (cron !== undefined) await this.#boss.schedule(name, cron);
    const wanted = new Set(queues.filter((queue) => queue.cron !== undefined).map((queue) => queue.name));
    for (const { name } of await this.#boss.getSchedules()) {
      if (!wanted.has(name)) await this.#boss.unschedule(name);
    }
  }

  /** The package's statements run in the sender's transaction, or else on the pool. */
  #queries(): Db {
    const onPool = poolQueries(this.#database);
    return {
      executeSql: (text, values) => {
        const tx = this.#sender.getStore();
        return tx ? runQuery(tx, CompiledQuery.raw(text, values)) : onPool.executeSql(text, values);
      },
    };
  }
}
