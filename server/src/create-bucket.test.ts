import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createS3Store } from './platform/media-store/index.ts';
import { startS3 } from './platform/media-store/s3.fixture.ts';

const run = promisify(execFile);

it('creates the bucket once, and reports credentials that do not match in one line', async () => {
  const { options, stop } = await startS3();
  onTestFinished(stop);
  const wanted = { ...options, bucket: 'made-here' };
  const store = createS3Store(wanted);
  await expect(store.check()).rejects.toThrow('there is no such bucket');
  const make = (secret = wanted.secretAccessKey, key = wanted.accessKeyId) =>
    run(process.execPath, [join(import.meta.dirname, 'create-bucket.ts')], {
      env: {
        ...process.env,
        NODE_ENV: 'test',
        S3_ENDPOINT: wanted.endpoint,
        S3_BUCKET: wanted.bucket,
        S3_ACCESS_KEY_ID: key,
        S3_SECRET_ACCESS_KEY: secret,
      },
    });
  expect((await make()).stdout).toBe('The bucket "made-here" is there.\n');
  await store.check();
  expect((await make()).stdout).toBe('The bucket "made-here" is there.\n');
  const refused: unknown = await make('of somebody else', 'STRANGER').catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^the S3 bucket "made-here" .*\n$/),
  });
});
