import { defineErrors } from '../kernel/errors.ts';

export const adsErrors = defineErrors({
  ad_type_taken: { status: 400, detail: 'There is an ad of this type already' },
  ad_incomplete: { status: 400, detail: 'A {kind} ad needs {what}' },
  ad_reward_too_high: { status: 400, detail: 'Ads of this category may pay at most {most} coins' },
  ad_not_found: { status: 404, detail: 'Ad not found' },
});
