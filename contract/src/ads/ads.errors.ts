import { defineErrors } from '../kernel/errors.ts';

export const adsErrors = defineErrors({
  ad_not_found: { status: 404, detail: 'Ad not found' },
});
