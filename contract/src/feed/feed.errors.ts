import { defineErrors } from '../kernel/errors.ts';

export const feedErrors = defineErrors({
  upload_needs_account: { status: 403, detail: 'Upgrade to permanent user' },
  upload_too_large: { status: 413, detail: 'File size exceeds 50MB limit' },
  inline_upload_too_large: { status: 413, detail: 'File size exceeds 10MB limit' },
  unsupported_media_type: {
    status: 415,
    detail: 'Choose a photo (JPEG, PNG, GIF, WebP) or a video (MP4, MOV, AVI).',
  },
  file_required: { status: 400, detail: 'Please select a file' },
  file_or_caption_required: { status: 400, detail: 'Please provide a file or caption' },
  invalid_visibility: { status: 400, detail: 'Invalid visibility setting' },
  plan_required: { status: 400, detail: 'Please select a plan for locked content' },
  locked_needs_file: { status: 400, detail: 'Only a photo or a video can be locked' },
  plan_required_for_media: { status: 400, detail: 'Please select a plan for locked media' },
  invalid_media_id: { status: 400, detail: 'Invalid media ID' },
  invalid_media_update: { status: 400, detail: 'Invalid media ID or parameters' },
  not_authorized_to_update: { status: 403, detail: 'Not authorized to update this media' },
  not_authorized_to_delete: { status: 403, detail: 'Not authorized to delete this media' },
  media_not_found: { status: 404, detail: 'Media not found' },
  media_locked: { status: 403, detail: 'Subscribe to see' },
  comment_empty: { status: 400, detail: 'Comment cannot be empty' },
  comment_not_found: { status: 404, detail: 'Comment not found' },
  not_authorized_to_delete_comment: { status: 403, detail: 'Not authorized to delete this comment' },
  ads_cannot_be_liked: { status: 400, detail: 'Ads cannot be liked' },
  coming_soon: { status: 501, detail: 'Coming Soon' },
});
