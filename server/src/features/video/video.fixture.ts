import type { AddressInfo } from 'node:net';
import { videoRoutes } from '@adda/contract/video';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { registerRoutes } from '../../platform/http/register-routes.ts';
import { createHttpServer } from '../../platform/http/server.ts';
import { createClient } from '../../test/client.ts';
import { createVideo } from './index.ts';
import { startYoutube, YOUTUBE_KEY } from './youtube.fixture.ts';

const asha = {
  userId: 1,
  username: 'asha',
  role: 'user',
  isGuest: false,
  sessionId: 's',
  hasRecentProof: false,
  isPasswordEnough: true,
  hasSecondFactor: false,
} as const;

/** Starts the video search behind a real HTTP server, with a fake YouTube and an adjustable clock. */
export async function startVideo(settings: { apiKey?: string | undefined; timeoutMs?: number } = {}) {
  const youtube = await startYoutube();
  const log: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  let ahead = 0;
  const video = createVideo({
    apiKey: YOUTUBE_KEY,
    ...settings,
    baseUrl: youtube.url,
    logger,
    remoteLink: (url) => `/media/remote?url=${encodeURIComponent(url)}`,
    now: () => Date.now() + ahead,
  });
  const http = await createHttpServer({
    isOwnOrigin: () => false,
    logger,
    apiKey: 'adda-web',
    trustProxy: 0,
    https: false,
    authenticate: async () => asha,
    limiter: () => undefined,
    assertWritable: () => undefined,
  });
  registerRoutes(http, videoRoutes, video.handlers);
  await http.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    await http.close();
    await youtube.close();
  });
  // A server that listens on TCP has this type of address.
  const { port } = http.server.address() as AddressInfo;
  const client = createClient(`http://127.0.0.1:${port}`);
  return {
    youtube,
    canSearch: video.canSearch,
    /** Everything that was logged. */
    log: () => log.join('\n'),
    goForward: (ms: number) => {
      ahead += ms;
    },
    search: (query: string, more: { max_results?: number } = {}) =>
      client('POST /youtube/search', { body: { query, ...more } }, { token: 'ashas-token' }),
    searchAsStranger: () => client('POST /youtube/search', { body: { query: 'chai' } }),
  };
}
