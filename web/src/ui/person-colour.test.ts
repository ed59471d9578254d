import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PERSON_COLOURS, personColour, senderColour } from './person-colour.ts';

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');
const darkAt = css.indexOf("[data-theme='dark'] {");

/** Returns a token's hex value in the light or the dark theme. */
function token(name: string, theme: 'light' | 'dark'): string {
  const find = (text: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(text)?.[1];
  const value = (theme === 'dark' ? find(css.slice(darkAt)) : undefined) ?? find(css);
  if (!value) throw new Error(`theme.css has no --${name}`);
  return value;
}

function luminance(hex: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const colours = Array.from({ length: PERSON_COLOURS }, (_, index) => index);

describe('user colours', () => {
  it('SH-61, CO-42: there are twelve, the same for the same name in any case', () => {
    fc.assert(
      fc.property(fc.string(), (name) => {
        const colour = personColour(name);
        return colour >= 0 && colour < 12 && colour === personColour(name) && Number.isInteger(colour);
      }),
    );
    expect(personColour('Asha')).toBe(personColour('asha'));
    expect(senderColour('asha')).toBe(`var(--person-${personColour('asha')}-name)`);
  });

  it('SH-61: all are used', () => {
    const used = new Set(Array.from({ length: 500 }, (_, index) => personColour(`person${index}`)));
    expect(used.size).toBe(12);
  });

  it.each(colours)('pass WCAG AA in both themes: colour %i', (index) => {
    expect(
      contrast(token(`person-${index}-bg`, 'light'), token(`person-${index}-fg`, 'light')),
    ).toBeGreaterThan(4.5);
    for (const theme of ['light', 'dark'] as const) {
      for (const ground of ['paper', 'surface', 'raised']) {
        expect(contrast(token(`person-${index}-name`, theme), token(ground, theme))).toBeGreaterThan(4.5);
      }
    }
  });
});

describe('the theme', () => {
  it.each(['light', 'dark'] as const)('passes WCAG AA for text on every background: %s', (theme) => {
    for (const ground of ['paper', 'surface', 'raised']) {
      for (const text of ['ink', 'mute', 'rani-ink', 'danger', 'teal']) {
        expect(contrast(token(text, theme), token(ground, theme)), `${text} on ${ground}`).toBeGreaterThan(
          4.5,
        );
      }
      expect(contrast(token('edge', theme), token(ground, theme)), `edge on ${ground}`).toBeGreaterThan(3);
    }
    expect(contrast(token('danger', theme), token('danger-wash', theme))).toBeGreaterThan(4.5);
    expect(contrast('#ffffff', token('rani', theme))).toBeGreaterThan(4.5);
    expect(contrast('#ffffff', token('danger-fill', theme))).toBeGreaterThan(4.5);
    expect(contrast('#2a1a00', token('marigold', theme))).toBeGreaterThan(4.5);
    // The ticks of a message that was read (FT-03).
    expect(contrast(token('marigold', theme), token('rani', theme))).toBeGreaterThan(3);
  });
});
