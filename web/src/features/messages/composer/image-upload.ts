import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import type { ChosenImage } from './attachments.ts';

/** The server has a time limit of ten seconds for fetching an image; this waits a little longer. */
const PATIENCE_MS = 20_000;

/**
 * The server's copy of the image at an address (SV-45). The link expires, so the result is not cached after unmounting.
 */
export const imageFrom = (address: string) =>
  queryOptions({
    queryKey: ['messages', 'image-from', address],
    queryFn: async ({ signal }): Promise<ChosenImage> => {
      const image = await api('POST /api/images/upload-image-url/', {
        body: { url: address },
        signal,
        timeoutMs: PATIENCE_MS,
        landing: '/error',
      });
      return { id: image.image_id, url: image.image_url, width: image.width, height: image.height };
    },
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
