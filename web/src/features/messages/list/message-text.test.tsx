import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { render } from '../../../test/render.tsx';
import { textPieces } from '../../../ui/linked-text.tsx';
import { isEmojiOnly, MessageText } from './message-text.tsx';
import { whisperNames } from '../../rooms/composer/whisper.ts';

describe('the text of a message', () => {
  it('turns http and https addresses into links without a referrer', () => {
    render(
      <MessageText
        text="see https://example.com/a?b=1, and http://example.org."
        author="riya"
        isOwn={false}
      />,
    );
    const links = screen.getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      'https://example.com/a?b=1',
      'http://example.org/',
    ]);
    for (const link of links) {
      expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow ugc');
      expect(link.getAttribute('target')).toBe('_blank');
    }
    expect(document.body.textContent).toBe('see https://example.com/a?b=1, and http://example.org.');
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'https://', 'ftp://example.com', '<b>bold</b>'])(
    'leaves %s as text',
    (text) => {
      expect(textPieces(text)).toEqual([{ at: 0, text }]);
    },
  );

  it.each([
    ['😂😂😂', true],
    ['👩‍👩‍👧 🇮🇳\n👋🏽', true],
    ['❤️1️⃣🏴󠁧󠁢󠁥󠁮󠁧󠁿', true],
    ['😂', true],
    ['😂😂😂😂', false],
    ['hi 😂', false],
    ['123', false],
    ['#', false],
    ['   ', false],
    ['😂'.repeat(30), false],
  ])('FT-01: detects whether %j is one to three emoji: %s', (text, isEmoji) => {
    expect(isEmojiOnly(text)).toBe(isEmoji);
  });

  it.each([
    ['@Riya hello', ['riya']],
    ['  @riya @ivy  hello', ['riya', 'ivy']],
    ['@riya\nhello', ['riya']],
    ['@riya ', ['riya']],
    ['@riya', []],
    ['hello @riya there', []],
    ['@ riya', []],
  ])('GC-57: reads the recipients of %j: %j', (text, names) => {
    expect(whisperNames(text)).toEqual(names);
  });
});
