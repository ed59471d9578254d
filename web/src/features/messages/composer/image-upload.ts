import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform/api.ts';
import type { ChosenImage } from './attachments.ts';

/** The server gives itself ten seconds to fetch an image; this waits a little longer. */
const PATIENCE_MS = 20_000;

/**
 * The server's own copy of the image at an address (SV-45). The link is good for a while only, so nothing is kept
 * once nobody looks.
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
