import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { render } from '../test/render.tsx';
import { FormattedText } from './formatted-text.tsx';
import { lazyFormatting, usePreviewText } from './preview-text.ts';

// Load lazy code before the tests, because loading may exceed their time limit.
beforeAll(() => lazyFormatting.load());

const show = (text: string, hasPlainLinks = false) =>
  render(<FormattedText text={text} author="riya" hasPlainLinks={hasPlainLinks} />);

describe('formatted text', () => {
  it('FT-01: shows bold, italic, struck, code and quoted text, without the signs', () => {
    const { container } = show('> *so* true\n_well_ ~no~ `a*b*`\n```\nx = *p*\n```');
    expect(container.querySelector('blockquote strong')?.textContent).toBe('so');
    expect(container.querySelector('blockquote')?.textContent).toBe('so true');
    expect(container.querySelector('em')?.textContent).toBe('well');
    expect(container.querySelector('s')?.textContent).toBe('no');
    expect(container.querySelector(':not(pre) > code')?.textContent).toBe('a*b*');
    expect(container.querySelector('pre > code')?.textContent).toBe('x = *p*');
  });

  it.each(['<b>bold</b>', '*<img src=x onerror=alert(1)>*', '`<script>`', '> <i>x</i>'])(
    'FT-01: %j is never HTML',
    (text) => {
      const { container } = show(text);
      expect(container.textContent).toBe(text.replace(/[*`]|^> /g, ''));
      expect(container.querySelector('b, img, script, i')).toBeNull();
    },
  );

  it('FT-01: unbalanced signs are plain', () => {
    const { container } = show('*a _b snake_case 2*3*4 ~5');
    expect(container.textContent).toBe('*a _b snake_case 2*3*4 ~5');
    expect(container.querySelector('*')).toBeNull();
  });

  it('FT-01: links are inside formatting, and neither in code nor where links are disabled', () => {
    const { container, unmount } = show('*see https://example.com/a_b* and `https://example.org`');
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'https://example.com/a_b',
    ]);
    expect(container.querySelector('strong a')).not.toBeNull();
    unmount();
    const plain = show('*see https://example.com/a_b*', true).container;
    expect(screen.queryByRole('link')).toBeNull();
    expect(plain.querySelector('strong')?.textContent).toBe('see https://example.com/a_b');
  });

  it('FT-01: hidden text is in no accessible tree until the button is pressed, and then has the focus', async () => {
    const { person } = show('the end: ||he *was* it, https://example.com||!');
    const button = screen.getByRole('button', { name: 'Hidden text, press to show' });
    expect(button.querySelector('[aria-hidden="true"]')?.className).toBe('invisible');
    expect(screen.queryByRole('link')).toBeNull();
    await person.tab();
    expect(document.activeElement).toBe(button);
    await person.keyboard('{Enter}');
    expect(screen.queryByRole('button')).toBeNull();
    expect(document.activeElement?.textContent).toBe('he was it, https://example.com');
    expect(document.activeElement?.querySelector('strong')?.textContent).toBe('was');
    expect(screen.getByRole('link')).toBeTruthy();
  });

  it.each([
    ['*hi* there', 'hi there'],
    ['||he did it|| _oh_', 'Hidden text oh'],
    ['> one\nsnake_case', 'one snake_case'],
    [' two\nlines ', 'two lines'],
  ])('FT-01: a preview of %j is %j', (text, expected) => {
    const Preview = () => <p>{usePreviewText(text)}</p>;
    expect(render(<Preview />).container.textContent).toBe(expected);
  });
});
