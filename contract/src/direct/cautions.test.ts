import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cautionsIn } from './cautions.ts';

const NAMED: readonly (readonly [text: string, cautions: readonly string[]])[] = [
  ['call me on +91 98765 43210', ['phone']],
  ['9876543210', ['phone']],
  ['my number is ९८७६५४३२१०', ['phone']],
  ['(555) 123-4567 any time', ['phone']],
  ['020 7946 0958', ['phone']],
  ['06 12 34 56 78', ['phone']],
  ['9 8 7 6 5 4 3 2 1 0', ['phone']],
  ['0044 20 7946 0958', ['phone']],
  ['ring 5551234', ['phone']],
  ['let’s talk on WhatsApp', ['messenger']],
  ['what$app me', ['messenger']],
  ['w h a t s a p p?', ['messenger']],
  ['मुझे व्हाट्सएप पर लिखो', ['messenger']],
  ['टेलीग्राम पर आओ', ['messenger']],
  ['इंस्टाग्राम है?', ['messenger']],
  ['add me on signal', ['messenger']],
  ['I am on Signal too', ['messenger']],
  ['snap: riya_22', ['messenger']],
  ['my ig is riya.k', ['messenger']],
  ['Telegram or Kik?', ['messenger']],
  ['join my discord', ['messenger']],
  ['line id riya9', ['messenger']],
  ['send it to riya.k@okaxis', ['payment']],
  ['riya@ybl', ['payment']],
  ['paytm karo', ['payment']],
  ['मेरा यूपीआई', ['payment']],
  ['DE89 3704 0044 0532 0130 00', ['payment']],
  ['4111 1111 1111 1111', ['payment']],
  ['0x52908400098527886E0F7030069857D2E4169EE7', ['payment']],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', ['payment']],
  ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', ['payment']],
  ['account no: 123456789012', ['phone', 'payment']],
  ['look https://example.org/x', ['link']],
  ['www.example.org', ['link']],
  ['bit.ly/abc', ['link']],
  ['my page is example.com', ['link']],
  ['https://wa.me/919876543210', ['phone', 'messenger', 'link']],
];

const QUIET: readonly string[] = [
  '',
  'hello, how was your day?',
  'I was born in 1999 and moved in 2019',
  '2019 2020 2021 were odd years',
  'from 12/05/2024 to 14/05/2024, at 10:30',
  '2024-05-12 10:30:00',
  'it costs ₹12,34,567 or Rs 1500000000',
  '1 000 000 000 people',
  'pi is 3.1415926535',
  'we sat in rows 10 11 12 13 14 15',
  'the signal is weak on the train',
  'we stopped at the red signal, on signal number two',
  'hold the line please',
  'imo that film is great',
  'there was discord between the brothers',
  'a quick snap of the sea',
  'see you @ noon',
  'riya.k@example.org',
  'order #1234567890',
  'kick the ball',
  'I like it.in summer',
  'score 3-1, then 2-2',
  'ट्रैफिक सिग्नल पर रुके',
];

describe('MR-04: what a stranger’s text may warn of', () => {
  it.each(NAMED)('finds it in “%s”', (text, cautions) => {
    expect(cautionsIn(text)).toEqual(cautions);
  });

  it.each(QUIET)('finds nothing in “%s”', (text) => {
    expect(cautionsIn(text)).toBeNull();
  });

  it('finds a number in any row of digits, with any usual signs between, in any sentence', () => {
    const digit = fc.integer({ min: 0, max: 9 });
    const separator = fc.constantFrom('', ' ', '-');
    fc.assert(
      fc.property(
        fc.array(digit, { minLength: 10, maxLength: 12 }),
        fc.array(separator, { minLength: 12, maxLength: 12 }),
        fc.constantFrom(0x30, 0x966, 0x9e6, 0x660, 0x6f0, 0xff10),
        fc.constantFrom('', 'call ', 'मेरा नंबर '),
        (digits, separators, zero, before) => {
          const number = digits
            .map((each, index) => String.fromCodePoint(zero + each) + (separators[index] ?? ''))
            .join('');
          expect(cautionsIn(`${before}+${number}`)).toContain('phone');
        },
      ),
    );
  });

  it('is never empty, never repeats itself, and is the same for a text in any Unicode form', () => {
    const parts = fc.constantFrom(
      'whatsapp',
      '+4915112345678',
      'a@ybl',
      'https://x.org',
      'é',
      ' ',
      'न',
      '1',
      '\u200b',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(parts, fc.string({ unit: 'grapheme' })), { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const found = cautionsIn(text);
        if (found) {
          expect(found.length).toBeGreaterThan(0);
          expect(new Set(found).size).toBe(found.length);
        }
        expect(cautionsIn(text.normalize('NFKC'))).toEqual(found);
      }),
    );
  });

  it('takes no long time for a hostile text', () => {
    const hostile = [
      '1 '.repeat(5000),
      'a.'.repeat(5000),
      '+'.repeat(9000),
      'w h '.repeat(2500),
      '@ybl'.repeat(2500),
    ];
    for (const text of hostile) expect(() => cautionsIn(text)).not.toThrow();
  });
});
