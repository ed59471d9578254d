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
  heartbeatTimeoutOf,
} from './job-store.settings.ts';

/** A job that this node has taken. */
export type TakenJob = Job<{ payload: unknown } | null>;

/** A queue as declared by its handler; with `cron` (UTC) for a recurring job. */
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

  /** Starts maintenance: lost jobs are retried, recurring ones enqueued, finished ones deleted. */
  async start(queues: readonly QueueDeclaration[]): Promise<void> {
    await this.open(queues);
    if (this.#database.engine === 'embedded') await this.#failLostJobs();
    // Before `start`, which checks for recurring jobs immediately and then every 30 s.
    await this.#schedule(queues);
    await this.#boss.start();
  }

  /** Installs missing tables and declares the queues. */
  async open(queues: readonly QueueDeclaration[]): Promise<void> {
    await installJobs(this.#database);
    await this.declare(queues);
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: false, close: false });
  }

  /** Creates missing queues and updates their retries to the declared values. */
  async declare(queues: readonly QueueDeclaration[]): Promise<void> {
    const fresh = queues.filter((queue) => !this.#known.has(queue.name));
    if (fresh.length === 0) return;
    const existing = await this.#boss.getQueues(fresh.map((queue) => queue.name));
    const heartbeatSeconds = heartbeatTimeoutOf(this.#database.engine);
    for (const { name, retries } of fresh) {
      const found = existing.find((queue) => queue.name === name);
      if (!found) await this.#boss.createQueue(name, queueOptions(retries, heartbeatSeconds));
      else if (found.retryLimit !== retries || found.heartbeatSeconds !== heartbeatSeconds)
        await this.#boss.updateQueue(name, { retryLimit: retries, heartbeatSeconds });
      this.#known.add(name);
    }
  }

  /** Stores the job in the transaction. With a key, the job is dropped while another one with that key waits. */
  async add(
    tx: Tx,
    queue: QueueDeclaration,
    payload: unknown,
    options: { startAfterSeconds?: number; key?: string },
  ): Promise<void> {
    if (!this.#known.has(queue.name)) {
      const heartbeatSeconds = heartbeatTimeoutOf(this.#database.engine);
      const settings = JSON.stringify(queueOptions(queue.retries, heartbeatSeconds));
      await sql`SELECT pgboss.create_queue(${queue.name}, ${settings}::jsonb)`.execute(tx);
    }
    const sent = await this.#sender.run(tx, () =>
      this.#boss.send(
        queue.name,
        { payload },
        {
          startAfter: options.startAfterSeconds,
          // The queue keeps one waiting job per key, so a job without a key gets a unique one.
          singletonKey: options.key ?? randomUUID(),
        },
      ),
    );
    if (sent === null && options.key === undefined) throw new Error(`The job ${queue.name} was not stored.`);
  }

  /** Deletes all jobs of a name, in any state, whose payload contains the given values. */
  async forget(tx: Tx, name: string, payload: unknown): Promise<void> {
    await sql`
      DELETE FROM pgboss.job WHERE name = ${name} AND data->'payload' @> ${JSON.stringify(payload)}::jsonb`.execute(
      tx,
    );
  }

  /** Returns the queues that have due jobs. */
  async due(names: readonly string[]): Promise<string[]> {
    const { rows } = await this.#database.pool.query<{ name: string }>(
      `SELECT name FROM unnest($1::text[]) AS queue(name) WHERE EXISTS (
         SELECT 1 FROM pgboss.job WHERE job.name = queue.name
           AND job.state < 'active' AND job.start_after <= pgboss.job_now())`,
      [names],
    );
    return rows.map((row) => row.name);
  }

  /** Takes up to `limit` due jobs. No other node gets them. */
  take(name: string, limit: number): Promise<TakenJob[]> {
    return this.#boss.fetch<{ payload: unknown } | null>(name, { batchSize: limit });
  }

  async complete(name: string, job: TakenJob): Promise<void> {
    await this.#boss.complete(name, job);
  }

  /** Fails the job: it is retried, or fails permanently after its last retry. */
  async fail(name: string, job: TakenJob, reason: string): Promise<void> {
    await this.#boss.fail(name, job, { reason });
  }

  /** Sends a heartbeat of the job. */
  async keep(name: string, job: TakenJob): Promise<void> {
    await this.#boss.touch(name, job);
  }

  /** Fails active jobs of a killed process. Only on the embedded engine, where no other process can run them. */
  async #failLostJobs(): Promise<void> {
    const { rows } = await this.#database.pool.query<{ name: string; ids: string[] }>(
      `SELECT name, array_agg(id::text) AS ids FROM pgboss.job WHERE state = 'active' GROUP BY name`,
      [],
    );
    for (const { name, ids } of rows)
      await this.#boss.fail(name, ids, { reason: 'The server ended before the job was done.' });
  }

  /** Replaces the schedules by those declared now. */
  async #schedule(queues: readonly QueueDeclaration[]): Promise<void> {
    for (const { name, cron } of queues) if (cron !== undefined) await this.#boss.schedule(name, cron);
    const wanted = new Set(queues.filter((queue) => queue.cron !== undefined).map((queue) => queue.name));
    for (const { name } of await this.#boss.getSchedules()) {
      if (!wanted.has(name)) await this.#boss.unschedule(name);
    }
  }

  /** Statements of pg-boss run in the sender's transaction if there is one, otherwise on the pool. */
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
