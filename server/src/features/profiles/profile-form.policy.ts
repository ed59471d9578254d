import { DISPLAY_NAME_MAX } from '@adda/contract/accounts';
import { isBlankText, isUnfitForNames } from '@adda/contract/messages';
import { BIO_MAX, LINK_MAX, LINKS_MAX, type ProfileFields } from '@adda/contract/profiles';
import { appError } from '../../platform/errors.ts';

/** What becomes of the picture: a copy of one elsewhere, the file of the form, none, or what it was. */
export type PictureChoice =
  | { readonly from: 'file' | 'nowhere' }
  | { readonly from: 'url'; readonly url: string };

/** What somebody wants changed; what is missing stays. */
export type ProfileChange = {
  readonly displayName?: string;
  readonly bio?: string | null;
  readonly links?: readonly string[];
  readonly picture?: PictureChoice;
};

/**
 * Reads the form that edits a profile (SV-18, PR-14 to PR-18). Throws `invalid_display_name`, `bio_too_long`,
 * `too_many_links`, `invalid_link` or `picture_file_and_url`.
 */
export function readProfileForm(fields: ProfileFields, hasFile: boolean): ProfileChange {
  const { display_name: name, bio, links } = fields;
  const picture = pictureOf(fields, hasFile);
  return {
    ...(name !== undefined && { displayName: displayNameOf(name) }),
    ...(bio !== undefined && { bio: bioOf(bio) }),
    ...(links !== undefined && { links: linksOf(links) }),
    ...(picture && { picture }),
  };
}

function displayNameOf(given: string): string {
  const name = given.trim().toWellFormed();
  if (name.length > DISPLAY_NAME_MAX || isBlankText(name) || isUnfitForNames(name))
    throw appError('invalid_display_name');
  return name;
}

/** A form sends its lines with two characters at their ends; whoever counts what they typed has counted one. */
function bioOf(given: string): string | null {
  const bio = given.replace(/\r\n?/g, '\n').trim().toWellFormed();
  if (bio.length > BIO_MAX) throw appError('bio_too_long');
  return isBlankText(bio) ? null : bio;
}

function linksOf(given: string): readonly string[] {
  const list = parseJson(given);
  if (!Array.isArray(list) || !list.every((link) => typeof link === 'string')) throw appError('invalid_link');
  const links = list.map((link) => link.trim()).filter((link) => link !== '');
  if (links.length > LINKS_MAX) throw appError('too_many_links');
  if (!links.every(isLink)) throw appError('invalid_link');
  return links;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw appError('invalid_link');
    throw error;
  }
}

/** What is not seen, or turns the direction of what stands around it, would make a link look like another. */
const UNFIT_FOR_LINKS = /[\s\p{Cc}\p{Cf}\p{Cs}]/u;

function isLink(link: string): boolean {
  if (link.length > LINK_MAX || !/^https?:\/\//i.test(link) || UNFIT_FOR_LINKS.test(link)) return false;
  const url = URL.parse(link);
  return url !== null && url.username === '' && url.password === '';
}

function pictureOf(fields: ProfileFields, hasFile: boolean): PictureChoice | undefined {
  const url = fields.profile_image_url?.trim() ?? '';
  if (hasFile && url !== '') throw appError('picture_file_and_url');
  if (hasFile) return { from: 'file' };
  if (url !== '') return { from: 'url', url };
  return fields.remove_image === undefined ? undefined : { from: 'nowhere' };
}
