import { defineErrors } from '../kernel/errors.ts';

export const mediaErrors = defineErrors({
  image_url_failed: { status: 400, detail: 'Failed to process image URL' },
  image_missing: { status: 400, detail: 'Please select a file' },
  image_too_large: { status: 413, detail: 'Image size exceeds 10MB' },
  invalid_image_format: { status: 415, detail: 'Invalid image format' },
  image_service_busy: { status: 503, detail: 'Too many images at once. Please try again in a moment.' },
  image_not_found: { status: 404, detail: 'Failed to load image' },
  link_expired: { status: 403, detail: 'This link is no longer valid.' },
});
