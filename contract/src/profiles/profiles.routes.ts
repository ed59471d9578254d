import * as z from 'zod/mini';
import { anyUsername } from '../accounts/accounts.schemas.ts';
import { defineRoutes } from '../kernel/route.ts';
import { IMAGE_MAX_BYTES } from '../media/media.limits.ts';
import * as s from './profiles.schemas.ts';

export const profilesRoutes = defineRoutes({
  'GET /feed/profile/:sender': {
    summary: 'A user’s profile with their plans (SV-16).',
    access: 'session',
    rate: 'read',
    params: z.object({ sender: anyUsername }),
    output: s.profile,
    errors: ['user_not_found'],
  },
  'GET /people': {
    summary:
      'Names and pictures of users by username, in the order of the names, each once; users who are unknown, deleted, suspended, blocked in either direction or hidden from the caller are left out (HM-07).',
    access: 'session',
    rate: 'read',
    query: s.peopleQuery,
    output: z.object({ people: z.array(s.personFace) }),
    errors: [],
  },
  'POST /users/update-profile': {
    summary: 'Change the caller’s profile; omitted fields stay unchanged (SV-18, PR-20).',
    access: 'session',
    rate: 'upload',
    guests: 'profile_needs_account',
    upload: { field: 'file', maxBytes: IMAGE_MAX_BYTES, tooLarge: 'image_too_large' },
    body: s.profileFields,
    output: z.object({ message: z.string(), profile_image_url: z.nullable(z.string()) }),
    errors: [
      'words_refused',
      'profile_needs_account',
      'too_many_links',
      'invalid_link',
      'unusable_link',
      'picture_file_and_url',
      'bio_too_long',
      'invalid_display_name',
      'image_too_large',
      'invalid_image_format',
      'image_service_busy',
      'image_url_failed',
      'upload_refused',
      'scanner_unavailable',
    ],
  },
  'GET /public/profiles/:username': {
    summary: 'A user’s public profile, without an account.',
    access: 'public',
    rate: 'read',
    params: z.object({ username: anyUsername }),
    output: s.publicProfile,
    errors: ['user_not_found'],
  },
});
