import { AppError } from '../../platform/errors.ts';
import type { FetchPicture } from './fetch-picture.ts';
import type { Screening } from './screening.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const FETCH_MS = 5_000;
const MAX_SIDE = 480;
const KEPT = 200;

/** Pictures from elsewhere in a small size, the last 200 that were asked for kept in memory (SV-105). */
export function createRemotePictures(
  fetchPicture: FetchPicture,
  { screenPicture }: Pick<Screening, 'screenPicture'>,
) {
  // A map remembers the order of its entries: the first is the one that nobody asked for the longest.
  const kept = new Map<string, Promise<Uint8Array | undefined>>();

  const load = async (url: string): Promise<Uint8Array | undefined> => {
    const limits = { maxBytes: MAX_BYTES, timeoutMs: FETCH_MS };
    const picture = await fetchPicture(url, limits, { maxSide: MAX_SIDE, animated: false });
    if (!picture) return undefined;
    try {
      await screenPicture(picture, { purpose: 'remote', userId: null });
      return picture.bytes;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };

  const loadAndKeep = (url: string) => {
    const loading = load(url);
    const forget = () => {
      if (kept.get(url) === loading) kept.delete(url);
    };
    // A failure is not kept: the picture may be there the next time.
    loading.then((bytes) => bytes ?? forget(), forget);
    return loading;
  };

  return {
    /** The picture as webp; undefined when there is none. Several who ask at once share one fetch. */
    get(url: string): Promise<Uint8Array | undefined> {
      const picture = kept.get(url) ?? loadAndKeep(url);
      kept.delete(url);
      kept.set(url, picture);
      const [oldest] = kept.keys();
      if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
      return picture;
    },
  };
}

export type RemotePictures = ReturnType<typeof createRemotePictures>;
