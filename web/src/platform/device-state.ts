import { createStore, del, delMany, get, set, type UseStore } from 'idb-keyval';

/** What the service worker needs to know of the pages of this browser: it has no local storage. */
type DeviceState = {
  /**
   * The session of this browser (AU-05): whose it is, and when the token of its cookie expires, in ms since the epoch. Pages and the
   * worker renew it, one at a time.
   */
  session: { readonly account: string; readonly expiresAt: number };
  /** The account that switched notifications on here (PN-02). */
  subscriber: string;
  /** How this device alerts (SE-02). */
  alerts: { readonly sound: boolean; readonly vibration: boolean };
};

/** The session of this browser, as the service worker reads it. */
export type DeviceSession = DeviceState['session'];

let database: UseStore | undefined;
const open = (): UseStore => (database ??= createStore('adda-device', 'state'));

/** State of this browser that its pages share with the service worker; unknown where storage is forbidden. */
export const deviceState = {
  async get<Key extends keyof DeviceState>(key: Key): Promise<DeviceState[Key] | undefined> {
    try {
      return await get<DeviceState[Key]>(key, open());
    } catch {
      return undefined; // storage is forbidden
    }
  },
  async set<Key extends keyof DeviceState>(key: Key, value: DeviceState[Key] | undefined): Promise<void> {
    try {
      await (value === undefined ? del(key, open()) : set(key, value, open()));
    } catch {
      return; // storage is forbidden: then nothing is pushed here
    }
  },
  /** Removes what belongs to an account. */
  async forget(): Promise<void> {
    try {
      await delMany(['session', 'subscriber'] satisfies (keyof DeviceState)[], open());
    } catch {
      return; // storage is forbidden: there is nothing to remove
    }
  },
};
