/**
 * `node server/src/create-bucket.ts`: creates the bucket `S3_BUCKET` if it is missing, for self-hosted stores.
 * Idempotent, so it can run at every start. Prints one line. On failure it prints one line and exits with code 1.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { ConfigError, readConfig, type Config } from './config.ts';
import { createS3Store, S3Error } from './platform/media-store/index.ts';

/** How long a store that has just started may refuse requests. */
const TIMEOUT_MS = 60_000;
const PAUSE_MS = 1000;
const TRY_MS = 5000;
/** The bucket exists already. The check afterwards shows whether these credentials open it. */
const CONFLICT = 409;

async function createBucket(config: Config): Promise<string> {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region = 'us-east-1' } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) throw new ConfigError('S3_ENDPOINT: not set');
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const bucketUrl = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const until = Date.now() + TIMEOUT_MS;
  for (;;) {
    const status = await client
      .fetch(bucketUrl, { method: 'PUT', signal: AbortSignal.timeout(TRY_MS) })
      .then(async (answer) => answer.body?.cancel().then(() => answer.status) ?? answer.status)
      .catch(() => 0);
    if (status === CONFLICT || (status >= 200 && status < 300)) break;
    const isTransient = status === 0 || status >= 500;
    if (!isTransient) throw new S3Error(`the S3 bucket "${bucket}" could not be made: status ${status}`);
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
