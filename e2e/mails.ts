import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from './journey.ts';
import type { Server } from './server.ts';

/** Waits for a mail to an address whose text has these words; returns the token of its link. */
export async function linkTokenOf({ dataDir }: Server, address: string, words: string): Promise<string> {
  const token = () =>
    globSync('outbox/*.eml', { cwd: dataDir })
      .map((file) => readFileSync(join(dataDir, file), 'utf8').replaceAll('=\r\n', ''))
      .filter((mail) => mail.includes(`To: ${address}`) && mail.includes(words))
      .map((mail) => /[?&]token=(?:3D)?([\w.-]+)/.exec(mail)?.[1])
      .at(-1);
  await expect.poll(token, { timeout: 20_000 }).toBeTruthy();
  return token() ?? '';
}
