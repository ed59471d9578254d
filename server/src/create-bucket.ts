/**
 * `node server/src/create-bucket.ts`: makes the bucket of `S3_BUCKET` where there is none. For stores of your own, where
 * nobody clicks one together; it can be run again at every start. Prints one line; fails with one, exit code 1.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { ConfigError, readConfig, type Config } from './config.ts';
import { createS3Store, S3Error } from './platform/media-store/index.ts';

/** A store that has just been started needs a moment before it takes a bucket. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 1000;
const TRY_MS = 5000;
/** It is there already, ours or somebody's; whether our keys open it shows right after. */
const CONFLICT = 409;

async function createBucket(config: Config): Promise<string> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region = 'us-east-1' } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) throw new ConfigError('S3_ENDPOINT: not set');
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const place = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    const status = await client
      .fetch(place, { method: 'PUT', signal: AbortSignal.timeout(TRY_MS) })
      .then(async (answer) => answer.body?.cancel().then(() => answer.status) ?? answer.status)
      .catch(() => 0);
    if (status === CONFLICT || (status >= 200 && status < 300)) break;
    const isPassing = status === 0 || status >= 500;
    if (!isPassing) throw new S3Error(`the S3 bucket "${bucket}" could not be made: status ${status}`);
    if (Date.now() > until) throw new S3Error(`the S3 store at ${new URL(endpoint).host} can't be reached`);
    await delay(PAUSE_MS);
  }
  await createS3Store({ endpoint, bucket, accessKeyId, secretAccessKey, region }).check();
  return `The bucket "${bucket}" is there.`;
}

try {
  process.stdout.write(`${await createBucket(readConfig(process.env))}\n`);
} catch (error) {
  const isPlain = error instanceof ConfigError || error instanceof S3Error;
  if (!isPlain) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
