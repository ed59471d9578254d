/** `npm run --silent push-keys`: prints a new pair of keys for web push, as two lines of settings (PN-02). Stores nothing. */
import { createVapidKeys } from './platform/secrets/vapid-keys.ts';

const { publicKey, privateKey } = createVapidKeys();
process.stdout.write(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}\n`);
