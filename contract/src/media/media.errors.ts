import { defineErrors } from '../kernel/errors.ts';

export const mediaErrors = defineErrors({
  image_url_failed: { status: 400, detail: 'Failed to process image URL' },
  image_missing: { status: 400, detail: 'Please select a file' },
  image_too_large: { status: 413, detail: 'Image size exceeds 10MB' },
  invalid_image_format: { status: 415, detail: 'Invalid image format' },
  image_service_busy: { status: 503, detail: 'Too many images at once. Please try again in a moment.' },
  image_not_found: { status: 404, detail: 'Failed to load image' },
  audio_missing: { status: 400, detail: 'Please record something first' },
  audio_too_large: { status: 413, detail: 'Recording exceeds 10 MB' },
  audio_too_long: { status: 400, detail: 'A recording has at most 5 minutes' },
  invalid_audio: { status: 400, detail: 'This recording can’t be read' },
  audio_service_busy: {
    status: 503,
    detail: 'Too many recordings at once. Please try again in a moment.',
  },
  audio_not_found: { status: 404, detail: 'This recording is not here any more' },
  voice_not_yet: { status: 403, detail: 'You can send voice messages after your first hour here' },
  link_expired: { status: 403, detail: 'This link is no longer valid.' },
});
