import type { AppContext } from './app-context.ts';
import type { Activity } from './features/activity/index.ts';
import { createPush } from './features/push/index.ts';
import type { Rooms } from './features/rooms/index.ts';
import { vapidKeys } from './platform/secrets/vapid-keys.ts';

type Platform = Pick<
  AppContext,
  'config' | 'duties' | 'logger' | 'database' | 'jobs' | 'metrics' | 'poster' | 'publicUrl'
>;

/** Wires web push with its keys: `handlers`, `sender` and `subscriptions`. */
export function createWebPush(
  platform: Platform,
  secret: string,
  parts: { readonly activity: Activity; readonly rooms: Rooms },
) {
  const { config, duties, logger, database, jobs, metrics, poster, publicUrl } = platform;
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = config;
  return createPush({
    ...parts,
    database,
    jobs,
    logger,
    metrics,
    poster,
    secret,
    handsOver: duties.worksOffJobs,
    keys: vapidKeys({ publicKey, privateKey }, config.DATA_DIR),
    // Push services refuse every other scheme, and http has no address but this machine's.
    subject: () => subject ?? publicUrl().replace(/^http:/, 'https:'),
  });
}
