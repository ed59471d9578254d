import { DISPLAY_NAME_MAX } from '@adda/contract/accounts';
import { countCharacters, isBlankText, isUnfitForNames, withPlainLines } from '@adda/contract/messages';
import { BIO_MAX, LINK_MAX, LINKS_MAX, type ProfileFields } from '@adda/contract/profiles';
import { appError } from '../../platform/errors.ts';

/** Maximum number of characters of a link that an error repeats. */
const NAMED_LINK = 60;

/** The chosen picture: a copy of a remote picture, the file of the form, none, or unchanged. */
export type PictureChoice =
  | { readonly from: 'file' | 'nowhere' }
  | { readonly from: 'url'; readonly url: string };

/** A requested profile change; absent fields stay. */
export type ProfileChange = {
  readonly displayName?: string;
  readonly bio?: string | null;
  readonly links?: readonly string[];
  readonly picture?: PictureChoice;
};

/**
 * Parses the form that edits a profile (SV-18, PR-14 to PR-18). Throws `invalid_display_name`, `bio_too_long`,
 * `too_many_links`, `invalid_link`, `unusable_link` or `picture_file_and_url`.
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
  if (countCharacters(name) > DISPLAY_NAME_MAX || isBlankText(name) || isUnfitForNames(name))
    throw appError('invalid_display_name');
  return name;
}

function bioOf(given: string): string | null {
  const bio = withPlainLines(given).trim().toWellFormed();
  if (countCharacters(bio) > BIO_MAX) throw appError('bio_too_long');
  return isBlankText(bio) ? null : bio;
}

function linksOf(given: string): readonly string[] {
  const list = given.trim() === '' ? [] : parseJson(given);
  if (!Array.isArray(list) || !list.every((link) => typeof link === 'string')) throw appError('invalid_link');
  const links = list.map((link) => link.trim()).filter((link) => link !== '');
  if (links.length > LINKS_MAX) throw appError('too_many_links');
  if (!links.every((link) => /^https?:\/\//i.test(link))) throw appError('invalid_link');
  const unusable = links.find((link) => !isUsable(link));
  if (unusable !== undefined) throw appError('unusable_link', { link: namedInWords(unusable) });
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

/** Whitespace, invisible characters and direction marks would make a link look like a different one. */
const UNFIT_FOR_LINKS = /[\s\p{Cc}\p{Cf}\p{Cs}]/u;

function isUsable(link: string): boolean {
  if (link.length > LINK_MAX || UNFIT_FOR_LINKS.test(link)) return false;
  const url = URL.parse(link);
  return url !== null && url.username === '' && url.password === '';
}

/**
 * Returns the start of a link for an error text, without invisible characters and direction marks, which would also
 * affect the text around it.
 */
function namedInWords(link: string): string {
  const seen = Array.from(link.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ''));
  return seen.length <= NAMED_LINK ? seen.join('') : `${seen.slice(0, NAMED_LINK - 1).join('')}…`;
}

function pictureOf(fields: ProfileFields, hasFile: boolean): PictureChoice | undefined {
  const url = fields.profile_image_url?.trim() ?? '';
  if (hasFile && url !== '') throw appError('picture_file_and_url');
  if (hasFile) return { from: 'file' };
  if (url !== '') return { from: 'url', url };
  return fields.remove_image === undefined ? undefined : { from: 'nowhere' };
}
