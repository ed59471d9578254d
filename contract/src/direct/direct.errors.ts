import { defineErrors } from '../kernel/errors.ts';

export const directErrors = defineErrors({
  cannot_chat_with_self: { status: 400, detail: 'You cannot chat with yourself.' },
  recipient_unavailable: { status: 403, detail: 'User is not accepting messages right now.' },
  request_not_found: { status: 404, detail: 'This request is not here any more' },
  invalid_message: { status: 400, detail: 'Invalid message received' },
  invalid_private_image_url: {
    status: 400,
    detail: 'Invalid image URL. Must start with http(s) and end with .jpg, .png, .gif, or .webp.',
  },
  not_current_user: { status: 403, detail: 'You can delete messages only as yourself' },
});
