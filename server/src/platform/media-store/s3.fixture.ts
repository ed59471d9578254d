import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import type { S3Options } from './s3-send.ts';

/** Starts a local S3 service with one empty bucket that `options` open. It checks keys but no signatures. */
export async function startS3(bucket = 'media') {
  const directory = await mkdtemp(path.join(tmpdir(), 'adda-s3-'));
  const service = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await service.run();
  const options: S3Options = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    // Credentials that this service accepts.
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  return {
    options,
    async stop() {
      await service.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
