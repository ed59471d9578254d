import { defineErrors } from '../kernel/errors.ts';

export const mediaErrors = defineErrors({
  image_url_failed: { status: 400, detail: 'Failed to process image URL' },
  image_not_found: { status: 404, detail: 'Failed to load image' },
  link_expired: { status: 403, detail: 'This link is no longer valid.' },
});
