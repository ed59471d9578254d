import * as z from 'zod/mini';
import { defineRoutes } from '../kernel/route.ts';
import { VIDEO_QUERY_MAX, VIDEO_RESULTS, VIDEO_RESULTS_MAX } from './video.limits.ts';

/** A search result (VP-15). `thumbnail` is served through this server. */
const foundVideo = z.object({
  video_id: z.string(),
  title: z.string(),
  thumbnail: z.string(),
  url: z.string(),
});

export const videoRoutes = defineRoutes({
  'POST /youtube/search': {
    summary: 'Search videos, with strict safe search (SV-97, VP-14).',
    access: 'session',
    rate: 'search',
    body: z.strictObject({
      query: z
        .string()
        .check(
          z.trim(),
          z.minLength(1, 'Type what to look for.'),
          z.maxLength(VIDEO_QUERY_MAX, `Use at most ${VIDEO_QUERY_MAX} characters.`),
        ),
      max_results: z._default(z.int().check(z.minimum(1), z.maximum(VIDEO_RESULTS_MAX)), VIDEO_RESULTS),
    }),
    output: z.array(foundVideo),
    errors: ['video_search_failed', 'video_search_off'],
  },
});

export type FoundVideo = z.output<typeof foundVideo>;
