import { defineErrors } from '../kernel/errors.ts';

export const privacyErrors = defineErrors({
  export_too_soon: {
    status: 429,
    detail: 'You can ask for a copy once a day. Please try again in {retry_after} seconds.',
  },
  export_not_found: { status: 404, detail: 'This copy is no longer there. Please ask for a new one.' },
});
