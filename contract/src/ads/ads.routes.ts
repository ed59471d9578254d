import * as z from 'zod/mini';
import { ADS_SEEN_MAX } from './ads.limits.ts';
import * as s from './ads.schemas.ts';
import { defineRoutes } from '../kernel/route.ts';

export const adsRoutes = defineRoutes({
  'POST /feed/hide-ad': {
    summary: 'Never show this ad to the caller again (SV-66).',
    access: 'session',
    rate: 'write',
    body: z.strictObject({ ad_id: z.string().check(z.maxLength(64)) }),
    output: z.object({ message: z.string() }),
    errors: ['ad_not_found'],
  },
  'POST /feed/ads-seen': {
    summary:
      'Report feed ads that were at least half visible for a second; each counts once per caller and hour (SV-90).',
    access: 'session',
    rate: 'read',
    body: z.strictObject({
      ad_ids: z.array(s.adId).check(z.minLength(1), z.maxLength(ADS_SEEN_MAX)),
    }),
    output: z.object({ message: z.string() }),
    errors: [],
  },
  'POST /feed/ad-click': {
    summary:
      'Report that the caller followed the link of a feed ad; counts once per caller and hour (SV-90).',
    access: 'session',
    rate: 'write',
    body: z.strictObject({ ad_id: s.adId }),
    output: z.object({ message: z.string() }),
    errors: [],
  },
  'GET /admin/ads': {
    summary: 'List feed ads and reward ads, with the numbers of impressions, hides and clicks (SV-90).',
    access: 'admin',
    rate: 'read',
    query: z.object({ kind: z.optional(s.adKind) }),
    output: z.object({ ads: z.array(s.managedAd) }),
    errors: [],
  },
  'POST /admin/ads': {
    summary: 'Add an ad; recorded in the audit log (SV-90).',
    access: 'admin',
    rate: 'write',
    body: s.adInput,
    output: z.object({ message: z.string(), ad: s.managedAd }),
    status: 201,
    errors: [
      'ad_type_taken',
      'ad_incomplete',
      'ad_reward_too_high',
      'image_url_failed',
      'image_service_busy',
      'upload_refused',
      'scanner_unavailable',
    ],
  },
  'PATCH /admin/ads/:ad_id': {
    summary: 'Change an ad; omitted fields stay unchanged (SV-90).',
    access: 'admin',
    rate: 'write',
    params: z.object({ ad_id: s.adId }),
    body: s.adChange,
    output: z.object({ message: z.string(), ad: s.managedAd }),
    errors: [
      'ad_not_found',
      'ad_incomplete',
      'ad_reward_too_high',
      'image_url_failed',
      'image_service_busy',
      'upload_refused',
      'scanner_unavailable',
    ],
  },
  'DELETE /admin/ads/:ad_id': {
    summary: 'End an ad now (SV-90).',
    access: 'admin',
    rate: 'write',
    params: z.object({ ad_id: s.adId }),
    output: z.object({ message: z.string() }),
    errors: ['ad_not_found'],
  },
});
