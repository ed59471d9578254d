import * as z from 'zod/mini';
import { defineRoutes, file, fileInRanges } from '../kernel/route.ts';
import { AUDIO_MAX_BYTES, IMAGE_MAX_BYTES, URL_MAX_LENGTH } from './media.limits.ts';
import { waveform } from './media.schemas.ts';

const signature = {
  expires: z.string().check(z.maxLength(16)),
  signature: z.string().check(z.maxLength(64)),
};

/** A stored image. `image_url` is a signed link for the caller only, with a limited lifetime. */
const uploadedImage = z.object({
  image_url: z.string(),
  image_id: z.string(),
  width: z.int(),
  height: z.int(),
});

/** A stored recording, to be sent with one message (VM-01). */
const uploadedAudio = z.object({ audio_id: z.string(), duration_ms: z.int(), waveform });

export const mediaRoutes = defineRoutes({
  'POST /api/images/upload-image-preview/': {
    summary: 'Store an uploaded image, re-encoded without its metadata (SV-44, R-16).',
    access: 'session',
    rate: 'upload',
    upload: { field: 'file', maxBytes: IMAGE_MAX_BYTES, tooLarge: 'image_too_large' },
    body: z.object({
      format: z.optional(z.string().check(z.maxLength(20))),
      quality: z.optional(z.string().check(z.maxLength(10))),
    }),
    output: uploadedImage,
    errors: [
      'image_missing',
      'image_too_large',
      'invalid_image_format',
      'image_service_busy',
      'upload_refused',
      'scanner_unavailable',
    ],
  },
  'POST /api/images/upload-image-url/': {
    summary: 'Fetch an image from a URL and store it, re-encoded (SV-45).',
    access: 'session',
    rate: 'upload',
    body: z.strictObject({ url: z.string().check(z.trim(), z.maxLength(URL_MAX_LENGTH)) }),
    output: uploadedImage,
    errors: ['image_url_failed', 'upload_refused', 'scanner_unavailable'],
  },
  'GET /media/images/:id': {
    summary:
      'An image, by a signed link; the viewer is identified by token or cookie and must still have access (R-15).',
    access: 'signed',
    rate: 'file',
    params: z.object({ id: z.string().check(z.maxLength(64)) }),
    query: z.object({
      for: z.string().check(z.maxLength(64)),
      ...signature,
      /** The small variant; the signature covers both variants. */
      size: z.optional(z.literal('small')),
    }),
    output: file,
    errors: ['link_expired', 'image_not_found'],
  },
  'POST /api/audio/upload': {
    summary:
      'Store an uploaded recording of at most 5 minutes, re-encoded as AAC without its metadata (VM-01, R-16).',
    access: 'session',
    rate: 'upload',
    upload: { field: 'file', maxBytes: AUDIO_MAX_BYTES, tooLarge: 'audio_too_large' },
    body: z.object({}),
    output: uploadedAudio,
    errors: [
      'audio_missing',
      'audio_too_large',
      'audio_too_long',
      'invalid_audio',
      'audio_service_busy',
      'voice_not_yet',
      'upload_refused',
      'scanner_unavailable',
    ],
  },
  'GET /media/audio/:id': {
    summary:
      'A recording, complete or in ranges, by a signed link; the viewer is identified by token or cookie and must still have access (VM-01, R-15).',
    access: 'signed',
    rate: 'file',
    params: z.object({ id: z.string().check(z.maxLength(64)) }),
    query: z.object({ for: z.string().check(z.maxLength(64)), ...signature }),
    output: fileInRanges,
    errors: ['link_expired', 'audio_not_found'],
  },
  'GET /media/avatars/:id': {
    summary: 'A profile picture; its address can’t be guessed and its content never changes.',
    access: 'open',
    rate: 'file',
    params: z.object({ id: z.string().check(z.maxLength(64)) }),
    query: z.object({ size: z.optional(z.literal('small')) }),
    output: file,
    errors: ['image_not_found'],
  },
  'GET /media/remote': {
    summary:
      'An external picture, proxied by the server so that the other site does not see the viewer (SV-105).',
    access: 'signed',
    rate: 'file',
    query: z.object({ url: z.string().check(z.maxLength(URL_MAX_LENGTH)), ...signature }),
    output: file,
    errors: ['link_expired', 'image_not_found'],
  },
});

export type UploadedImage = z.output<typeof uploadedImage>;
