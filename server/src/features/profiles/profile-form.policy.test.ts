import type { ErrorCode } from '@adda/contract';
import type { ProfileFields } from '@adda/contract/profiles';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { readProfileForm } from './profile-form.policy.ts';

const links = (...list: unknown[]): ProfileFields => ({ links: JSON.stringify(list) });

/** Returns the error code of a refused form; undefined if it is accepted. */
function refusalOf(fields: ProfileFields, hasFile = false): ErrorCode | undefined {
  try {
    readProfileForm(fields, hasFile);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

describe('SV-18: the form that edits a profile', () => {
  it('an empty form changes nothing', () => {
    expect(readProfileForm({}, false)).toEqual({});
    expect(readProfileForm({ profile_image_url: '  ' }, false)).toEqual({});
  });

  it.each<[string, ProfileFields, object]>([
    ['a name without surrounding spaces', { display_name: '  Asha  ' }, { displayName: 'Asha' }],
    [
      'a bio with one character at the end of a line',
      { bio: 'one\r\ntwo\rthree' },
      { bio: 'one\ntwo\nthree' },
    ],
    ['a lone surrogate as a replacement character', { bio: 'a\ud800' }, { bio: 'a\ufffd' }],
    ['an empty bio as none', { bio: ' \r\n ' }, { bio: null }],
    ['an invisible bio as none', { bio: '\u200b\u200d' }, { bio: null }],
    ['no links', links(), { links: [] }],
    ['an empty text for links as none', { links: '' }, { links: [] }],
    [
      'PR-16: links without the blank ones',
      links('https://a.example/x', ' ', '', ' HTTP://b.example '),
      {
        links: ['https://a.example/x', 'HTTP://b.example'],
      },
    ],
    [
      'five links among blank ones',
      links('', ...Array<string>(5).fill('https://a.example')),
      {
        links: Array<string>(5).fill('https://a.example'),
      },
    ],
    [
      'PR-17: an address of a picture',
      { profile_image_url: ' https://a.example/me.png ' },
      {
        picture: { from: 'url', url: 'https://a.example/me.png' },
      },
    ],
    ['no picture', { remove_image: 'true' }, { picture: { from: 'nowhere' } }],
    [
      'an address rather than no picture',
      { remove_image: 'true', profile_image_url: 'https://a.example' },
      {
        picture: { from: 'url', url: 'https://a.example' },
      },
    ],
  ])('accepts %s', (_what, fields, change) => {
    expect(readProfileForm(fields, false)).toEqual(change);
  });

  it('PR-17: accepts a file, also with an empty address', () => {
    expect(readProfileForm({ profile_image_url: '' }, true)).toEqual({ picture: { from: 'file' } });
  });

  it('CO-05: accepts 500 characters with each line break counted once, and no more', () => {
    const full = `${'a'.repeat(498)}\r\nb`;
    expect(readProfileForm({ bio: full }, false).bio).toHaveLength(500);
    expect(refusalOf({ bio: `${full}c` })).toBe('bio_too_long');
  });

  it('CO-05: counts like captions, a character outside the basic plane once', () => {
    expect(refusalOf({ bio: '🪁'.repeat(500) })).toBeUndefined();
    expect(refusalOf({ bio: '🪁'.repeat(501) })).toBe('bio_too_long');
    expect(refusalOf({ display_name: '🪁'.repeat(40) })).toBeUndefined();
    expect(refusalOf({ display_name: '🪁'.repeat(41) })).toBe('invalid_display_name');
  });

  it('CO-06: accepts links of 2,048 characters, and no longer', () => {
    const most = `https://a.example/${'x'.repeat(2048 - 18)}`;
    expect(most).toHaveLength(2048);
    expect(refusalOf(links(most))).toBeUndefined();
    expect(refusalOf(links(`${most}x`))).toBe('unusable_link');
  });

  it('SV-18: names the invalid link, at most 60 characters of it and without invisible characters', () => {
    const wordsOf = (...list: string[]) => {
      try {
        return readProfileForm(links(...list), false);
      } catch (error) {
        return error instanceof AppError && error.detail;
      }
    };
    expect(wordsOf('https://a.example', 'https://ann:secret@b.example')).toBe(
      'This link can’t be used: https://ann:secret@b.example',
    );
    expect(wordsOf('https://a.example/\u202egpj.exe')).toBe(
      'This link can’t be used: https://a.example/gpj.exe',
    );
    expect(wordsOf(`https://a.example/${'x'.repeat(2048)}`)).toBe(
      `This link can’t be used: https://a.example/${'x'.repeat(41)}…`,
    );
  });

  it.each<[string, ProfileFields, ErrorCode]>([
    ['an empty name', { display_name: '' }, 'invalid_display_name'],
    ['a name of spaces', { display_name: ' \t ' }, 'invalid_display_name'],
    ['an invisible name', { display_name: '\u200d\u2060' }, 'invalid_display_name'],
    ['a name with a direction mark', { display_name: 'Asha\u202e' }, 'invalid_display_name'],
    ['a name of two lines', { display_name: 'Asha\nAdmin' }, 'invalid_display_name'],
    ['a name of 41 characters', { display_name: 'a'.repeat(41) }, 'invalid_display_name'],
    ['a bio of 501 characters', { bio: 'a'.repeat(501) }, 'bio_too_long'],
    ['PR-15: six links', links(...Array<string>(6).fill('https://a.example')), 'too_many_links'],
    ['links that are not JSON', { links: 'https://a.example' }, 'invalid_link'],
    ['a text for links', { links: '"https://a.example"' }, 'invalid_link'],
    ['null for links', { links: 'null' }, 'invalid_link'],
    ['a number for a link', links(5), 'invalid_link'],
    ['null for a link', links(null), 'invalid_link'],
    ['a script', links('javascript:alert(1)'), 'invalid_link'],
    ['data', links('data:text/html,<script>'), 'invalid_link'],
    ['another protocol', links('ftp://a.example'), 'invalid_link'],
    ['only a protocol', links('https://'), 'unusable_link'],
    ['only a host name', links('a.example'), 'invalid_link'],
    ['no slashes', links('https:a.example'), 'invalid_link'],
    ['a name and a password', links('https://ann:secret@a.example'), 'unusable_link'],
    ['a user name before the host', links('https://bank.example@a.example'), 'unusable_link'],
    ['an address with a space', links('https://a.example/a b'), 'unusable_link'],
    ['NUL in a link', links('https://a.example/\u0000'), 'unusable_link'],
    ['a lone surrogate in a link', links('https://a.example/\ud800'), 'unusable_link'],
    ['a link with a direction mark', links('https://a.example/\u202egpj.exe'), 'unusable_link'],
  ])('refuses %s', (_what, fields, code) => {
    expect(refusalOf(fields)).toBe(code);
  });

  it('PR-18: refuses a file together with an address', () => {
    expect(refusalOf({ profile_image_url: 'https://a.example/me.png' }, true)).toBe('picture_file_and_url');
  });
});
