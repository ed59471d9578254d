import { fireEvent, screen, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { render } from '../../../test/render.tsx';
import { FormatBar } from './format-bar.tsx';

function Input({ initial = '' }) {
  const [text, setText] = useState(initial);
  const input = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <textarea
        aria-label="Message"
        ref={input}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FormatBar input={input} onText={setText} />
      <button type="button">Send</button>
    </>
  );
}

function setUp(initial?: string) {
  const { person } = render(<Input initial={initial} />);
  const input = screen.getByLabelText<HTMLTextAreaElement>('Message');
  const select = (start: number, end: number) => {
    input.focus();
    input.setSelectionRange(start, end);
    fireEvent.select(input);
  };
  const bar = () => screen.queryByRole('group', { name: 'Formatting' });
  const selected = () => input.value.slice(input.selectionStart, input.selectionEnd);
  return { person, input, select, bar, selected };
}

describe('formatting in the input', () => {
  it('FT-01: Ctrl+B and Ctrl+I write the signs, Cmd too, and again removes them', async () => {
    const { person, input, select, selected } = setUp('so good');
    select(3, 7);
    await person.keyboard('{Control>}b{/Control}');
    expect(input.value).toBe('so *good*');
    expect(selected()).toBe('good');
    await person.keyboard('{Meta>}i{/Meta}');
    expect(input.value).toBe('so *_good_*');
    await person.keyboard('{Control>}i{/Control}');
    expect(input.value).toBe('so *good*');
    await person.keyboard('{Control>}b{/Control}');
    expect(input.value).toBe('so good');
  });

  it('FT-01: other keys are left to the browser, the two are not', () => {
    const { input } = setUp('so good');
    input.focus();
    const isLeft = (init: KeyboardEventInit) => fireEvent.keyDown(input, init);
    expect(isLeft({ key: 'b', ctrlKey: true })).toBe(false);
    expect(isLeft({ key: 'I', metaKey: true })).toBe(false);
    expect(isLeft({ key: 'b' })).toBe(true);
    expect(isLeft({ key: 'b', ctrlKey: true, shiftKey: true })).toBe(true);
    expect(isLeft({ key: 'c', ctrlKey: true })).toBe(true);
  });

  it('FT-01: without a selection the caret stands between the signs', async () => {
    const { person, input } = setUp();
    input.focus();
    await person.keyboard('{Control>}b{/Control}');
    expect([input.value, input.selectionStart, input.selectionEnd]).toEqual(['**', 1, 1]);
  });

  it('FT-01: a bar shows while text is selected, and writes every sign', async () => {
    const { person, input, select, bar, selected } = setUp('words');
    expect(bar()).toBeNull();
    select(0, 5);
    const press = (name: string) =>
      person.click(within(bar() ?? document.body).getByRole('button', { name }));
    for (const [name, text] of [
      ['Bold', '*words*'],
      ['Italic', '*_words_*'],
      ['Strikethrough', '*_~words~_*'],
      ['Hide until pressed', '*_~||words||~_*'],
      ['Code', '*_~||`words`||~_*'],
      ['Quote', '> *_~||`words`||~_*'],
    ] as const) {
      await press(name);
      expect(input.value).toBe(text);
    }
    expect(selected()).toBe(input.value);
    select(2, 2);
    expect(bar()).toBeNull();
  });

  it('FT-01: the bar closes when Enter sends the text', () => {
    const { input, select, bar } = setUp('so good');
    select(3, 7);
    expect(bar()).not.toBeNull();
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(bar()).toBeNull();
  });

  it('FT-01: the bar is reached by Tab, works by keyboard, and closes on Escape or when the focus leaves', async () => {
    const { person, input, select, bar } = setUp('words');
    select(0, 5);
    await person.tab();
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Bold');
    await person.keyboard('{Enter}');
    expect(input.value).toBe('*words*');
    await person.keyboard('{Escape}');
    expect(bar()).toBeNull();
    expect(document.activeElement).toBe(input);
    select(0, 7);
    expect(bar()).not.toBeNull();
    await person.keyboard('{Escape}');
    expect(bar()).toBeNull();
    select(1, 5);
    expect(bar()).not.toBeNull();
    await person.click(screen.getByRole('button', { name: 'Send' }));
    expect(bar()).toBeNull();
  });
});
