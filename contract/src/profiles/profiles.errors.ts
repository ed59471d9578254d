import { defineErrors } from '../kernel/errors.ts';

export const profilesErrors = defineErrors({
  profile_needs_account: { status: 403, detail: 'Upgrade to permanent user' },
  too_many_links: { status: 400, detail: 'Maximum 5 links allowed' },
  invalid_link: { status: 400, detail: 'Links must start with http:// or https://' },
  /** `link` is shortened and without invisible characters. */
  unusable_link: { status: 400, detail: 'This link can’t be used: {link}' },
  picture_file_and_url: { status: 400, detail: 'Choose a file or a URL for the picture, not both' },
  bio_too_long: { status: 400, detail: 'Use at most 500 characters for the bio' },
  invalid_display_name: { status: 400, detail: 'Use 1 to 40 characters for the name' },
});
