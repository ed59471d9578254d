import { defineErrors } from '../kernel/errors.ts';

export const rechargeErrors = defineErrors({
  unknown_package: { status: 400, detail: 'Please select a package' },
  guests_cannot_recharge: { status: 403, detail: 'Upgrade from Guest to permanent user.' },
});
