import { defineErrors } from '../kernel/errors.ts';

export const safetyErrors = defineErrors({
  words_refused: { status: 400, detail: 'These words aren’t welcome here. Please put it another way.' },
  upload_refused: { status: 400, detail: 'This file can’t be shared on Adda.' },
  scanner_unavailable: {
    status: 503,
    detail: 'We couldn’t check this file just now. Please try again in a moment.',
  },
  first_contacts_used_up: {
    status: 429,
    detail: 'In your first days you can write to {most} new people a day. Please try again later.',
  },
  word_exists: { status: 400, detail: 'This word is on the list already' },
  word_not_found: { status: 404, detail: 'Word not found' },
  words_full: { status: 400, detail: 'The word list is full' },
  upload_hash_exists: { status: 400, detail: 'This file is on the list already' },
  upload_hash_not_found: { status: 404, detail: 'File not found on the list' },
});
