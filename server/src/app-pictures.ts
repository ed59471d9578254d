import { join } from 'node:path';
import type { AppContext } from './app-context.ts';
import type { Accounts } from './features/accounts/index.ts';
import { createMedia } from './features/media/index.ts';
import { placesShowing, wasSent } from './features/messages/index.ts';
import { createSafety, type Safety } from './features/safety/index.ts';
import { createVideo } from './features/video/index.ts';
import type { ServerSecret } from './platform/secrets/server-secrets.ts';

/** Wires the checks that run on content before other users see it. */
export function createSafetyFeature({ config, database, jobs, logger }: AppContext, secret: string): Safety {
  const safety = createSafety({
    database,
    jobs,
    logger,
    hasLimits: config.RATE_LIMITS,
    scanner: { url: config.SCANNER_URL, secret: config.SCANNER_SECRET, userKey: secret },
  });
  safety.startJobs();
  return safety;
}

type PictureParts = { readonly accounts: Accounts; readonly safety: Safety };

/** Wires pictures: uploaded ones, and previews of external videos. */
export function createPictures(platform: AppContext, secret: ServerSecret, parts: PictureParts) {
  const { accounts, safety } = parts;
  const { config, logger, database, jobs, outbound, store } = platform;
  const cacheFolder = join(config.DATA_DIR, 'cache');
  // Files that a killed process leaves in this folder are removed.
  const workFolder = join(config.DATA_DIR, 'uploads');
  const media = createMedia({
    database,
    clock: database.now,
    jobs,
    store,
    outbound,
    accounts,
    messagesWithMedia: { placesShowing, wasSent },
    safety,
    secret,
    logger,
    cacheFolder,
    workFolder,
  });
  media.startJobs();
  const video = createVideo({
    apiKey: config.YOUTUBE_API_KEY,
    baseUrl: config.YOUTUBE_BASE_URL,
    logger,
    remoteLink: media.remoteLink,
  });
  return { media, video };
}
