import { DISPLAY_NAME_MAX } from '@adda/contract/accounts';
import { isBlankText } from '@adda/contract/messages';
import { BIO_MAX, LINKS_MAX, type Profile } from '@adda/contract/profiles';
import { t } from '@lingui/core/macro';
import type { Area } from 'react-easy-crop';
import type { FormProblems } from '../../../ui/use-form.ts';
import { webAddress } from '../safe-links.ts';

/** The new picture. A file is cropped to `area`, in its own pixels, if one was selected (PR-17, PR-18). */
export type PictureDraft =
  | { readonly from: 'before' | 'nowhere' }
  | { readonly from: 'url'; readonly url: string }
  | { readonly from: 'file'; readonly file: File; readonly area: Area | undefined };

/** A row for a link. The key is stable while the row exists. */
export type LinkRow = { readonly key: number; readonly text: string };

/** Unsaved changes of a profile. */
export type ProfileDraft = {
  readonly displayName: string;
  readonly bio: string;
  readonly links: readonly LinkRow[];
  readonly picture: PictureDraft;
};

/** Returns the profile as an editable draft; without links it has one empty row. */
export function draftOf({ display_name: displayName, bio, links }: Profile): ProfileDraft {
  const lines = links.length > 0 ? links : [''];
  return {
    displayName,
    bio: bio ?? '',
    links: lines.map((text, key) => ({ key, text })),
    picture: { from: 'before' },
  };
}

const nonBlankLinks = ({ links }: ProfileDraft): readonly LinkRow[] =>
  links.filter(({ text }) => text.trim() !== '');

/** Whether a row has a text that is no web address. */
export const isBadLink = ({ text }: LinkRow): boolean => text.trim() !== '' && !webAddress(text.trim());

/** Returns the errors that can be found without a request (PR-14, PR-15). */
export function draftProblems(draft: ProfileDraft): FormProblems<ProfileDraft> {
  const { displayName, bio, links, picture } = draft;
  const name = displayName.trim();
  const isBadName = isBlankText(name) || name.length > DISPLAY_NAME_MAX;
  const isBadUrl = picture.from === 'url' && !webAddress(picture.url.trim());
  return {
    displayName: isBadName && t`Use 1 to ${DISPLAY_NAME_MAX} characters for the name`,
    bio: bio.trim().length > BIO_MAX && t`Use at most ${BIO_MAX} characters for the bio`,
    links:
      (links.some(isBadLink) && t`Links must start with http:// or https://`) ||
      (nonBlankLinks(draft).length > LINKS_MAX && t`Maximum 5 links allowed`),
    picture: isBadUrl && t`Enter an address that starts with http:// or https://`,
  };
}

/** Returns the form fields with their wire names; blank links are dropped (PR-16, PR-20). */
export function fieldsOf(draft: ProfileDraft, before: Profile): Record<string, string> {
  const { displayName, bio, picture } = draft;
  const name = displayName.trim();
  return {
    ...(name !== before.display_name && { display_name: name }),
    bio: bio.trim(),
    links: JSON.stringify(nonBlankLinks(draft).map(({ text }) => text.trim())),
    ...(picture.from === 'url' && { profile_image_url: picture.url.trim() }),
    ...(picture.from === 'nowhere' && { remove_image: 'true' }),
  };
}
