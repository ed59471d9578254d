import { expect, it } from 'vitest';
import { render } from '../../test/render.tsx';
import { excerptStart, MarkedText, partsOf, spansOf } from './marked-text.tsx';

const marked = (text: string, spans: readonly (readonly number[])[]) =>
  partsOf(text, spans).map((part) => (part.isMarked ? `[${part.text}]` : part.text));

it('SR-02: highlights are UTF-16 offsets, the ends exclusive', () => {
  expect(marked('😀 hello there', [[3, 6]])).toEqual(['😀 ', '[hel]', 'lo there']);
  expect(
    marked('to tooth', [
      [0, 2],
      [3, 5],
    ]),
  ).toEqual(['[to]', ' ', '[to]', 'oth']);
  expect(marked('short', [[2, 99]])).toEqual(['sh', '[ort]']);
  expect(marked('plain', [])).toEqual(['plain']);
});

it('SR-02: in names the parts that match are marked, with a typing mistake none', () => {
  const name = 'Rooftop Nights';
  expect(marked(name, spansOf(name, 'rooftop ni'))).toEqual(['[Rooftop]', ' ', '[Ni]', 'ghts']);
  expect(spansOf(name, 'roftop')).toEqual([]);
});

it('SR-02: the excerpt of a long text begins shortly before its first match and cuts no character', () => {
  const long = `${'word '.repeat(40)}needle and more`;
  const at = long.indexOf('needle');
  const { container } = render(<MarkedText text={long} spans={[[at, at + 6]]} isExcerpt />);
  expect(container.textContent).toMatch(/^…word .* needle and more$/);
  expect(container.textContent.length).toBeLessThan(70);
  expect(container.querySelector('mark')?.textContent).toBe('needle');
  const family = '👩‍👩‍👧'.repeat(20);
  expect(excerptStart(family, [[100, 108]]) % '👩‍👩‍👧'.length).toBe(0);
});
