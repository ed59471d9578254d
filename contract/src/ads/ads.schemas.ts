import * as z from 'zod/mini';

/** Public id of an ad: `ad_` and 24 hex digits; also the `media_id` of the item that shows it. */
export const adId = z.string().check(z.regex(/^ad_[0-9a-f]{24}$/, 'Invalid ad ID'));
