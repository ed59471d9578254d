import { createStore, del, get, set, type UseStore } from 'idb-keyval';

let database: UseStore | undefined;
const openDatabase = (): UseStore => (database ??= createStore('adda-recordings', 'recordings'));

/** A recording that is not sent yet: its sound, its length in ms, and its peaks from 0 to 100. */
export type KeptRecording = {
  readonly sound: Blob;
  readonly durationMs: number;
  readonly peaks: readonly number[];
};

/** As it is stored: not every browser stores blobs reliably. */
type StoredRecording = Omit<KeptRecording, 'sound'> & { readonly bytes: ArrayBuffer; readonly type: string };

let last: Promise<unknown> = Promise.resolve();

/** Runs one operation after the other, so that a removed recording is not stored again by a write before it. */
function inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
  // If storage is forbidden, the page still has the recording.
  const done = last.then(work).catch(() => undefined);
  last = done;
  return done;
}

/**
 * Keeps the unsent recording of a conversation in IndexedDB, also while it is being made: it survives closing the page.
 */
export const recordingStore = {
  get: (key: string): Promise<KeptRecording | undefined> =>
    inTurn(async () => {
      const stored = await get<StoredRecording>(key, openDatabase());
      if (!stored) return undefined;
      const { bytes, type, ...rest } = stored;
      return { ...rest, sound: new Blob([bytes], { type }) };
    }),
  put: (key: string, { sound, ...rest }: KeptRecording): Promise<unknown> =>
    inTurn(async () => {
      const stored: StoredRecording = { ...rest, bytes: await sound.arrayBuffer(), type: sound.type };
      await set(key, stored, openDatabase());
    }),
  remove: (key: string): Promise<unknown> => inTurn(() => del(key, openDatabase())),
};
