import { MESSAGE_MAX_LENGTH } from '@adda/contract/messages';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { Composer, useDraft } from './composer.tsx';

/** A composer whose text lives in a room, as in the real one. */
function setUp(options: { isConnected?: boolean; waiting?: number; text?: string } = {}) {
  const calls = { onSend: vi.fn(), onTyping: vi.fn(), onTypingStopped: vi.fn() };
  function Room() {
    const [text, setText] = useState(options.text ?? '');
    return (
      <Composer
        text={text}
        onText={setText}
        {...calls}
        isConnected={options.isConnected ?? true}
        waiting={options.waiting ?? 0}
        inputRef={null}
      />
    );
  }
  const { person } = render(<Room />);
  const input = screen.getByLabelText<HTMLTextAreaElement>('Message');
  return { ...calls, person, input };
}

describe('the composer', () => {
  it('Enter sends and empties the box, Shift+Enter starts a line', async () => {
    const { person, input, onSend, onTyping, onTypingStopped } = setUp();
    await person.type(input, 'one{Shift>}{Enter}{/Shift}two');
    expect(input.value).toBe('one\ntwo');
    expect(onSend).not.toHaveBeenCalled();
    expect(onTyping).toHaveBeenCalledTimes(7);
    await person.type(input, '{Enter}');
    expect(onSend).toHaveBeenCalledExactlyOnceWith('one\ntwo');
    expect(onTypingStopped).toHaveBeenCalled();
    expect(input.value).toBe('');
  });

  it('Enter that picks a word of an input method does not send', () => {
    const { input, onSend } = setUp({ text: 'नम' });
    fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
    expect(onSend).not.toHaveBeenCalled();
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(onSend).toHaveBeenCalledOnce();
  });

  it('GC-17, GC-56: the button sends too, and says what is missing', async () => {
    const { person, input, onSend } = setUp();
    await person.click(screen.getByRole('button', { name: 'Send' }));
    expect(screen.getByRole('alert').textContent).toBe('Message or image required');
    await person.type(input, 'hi');
    expect(screen.queryByRole('alert')).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Send' }));
    expect(onSend).toHaveBeenCalledExactlyOnceWith('hi');
  });

  it('Q-31: counts near the end and keeps what is too long', async () => {
    const long = 'x'.repeat(MESSAGE_MAX_LENGTH + 1);
    const { person, input, onSend } = setUp({ text: long });
    expect(screen.getByText('2001 / 2000')).toBeTruthy();
    await person.type(input, '{Enter}');
    expect(onSend).not.toHaveBeenCalled();
    expect(screen.getByRole('alert').textContent).toBe('This message is too long');
    expect(input.value).toBe(long);
  });

  it('GC-14, GC-57: invites to whisper, and shows for whom it is while it is typed', async () => {
    const { person, input } = setUp();
    expect(input.placeholder).toContain('@username');
    await person.type(input, '@riya');
    expect(screen.queryByText('Only riya will see this')).toBeNull();
    await person.type(input, ' psst');
    expect(screen.getByText('Only riya will see this')).toBeTruthy();
  });

  it('GC-48: takes words offline and says that they wait', async () => {
    const { person, input, onSend } = setUp({ isConnected: false, waiting: 1 });
    expect(screen.getByRole('status').textContent).toContain('queued');
    await person.type(input, 'hello{Enter}');
    expect(onSend).toHaveBeenCalledOnce();
  });

  it('GC-55: asks for patience when more than three messages wait for their second', () => {
    setUp({ waiting: 4 });
    expect(screen.getByRole('status').textContent).toBe('Please wait before sending another message');
  });

  it('does not ask for patience for three', () => {
    setUp({ waiting: 3 });
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('keeps what was typed per room and person', async () => {
    function Draft({ room }: { room: string }) {
      const [text, setText] = useDraft('asha', room);
      return <input aria-label={room} value={text} onChange={(event) => setText(event.target.value)} />;
    }
    const { person, unmount } = render(<Draft room="one" />);
    await person.type(screen.getByLabelText('one'), 'half a word');
    unmount();
    render(
      <>
        <Draft room="one" />
        <Draft room="two" />
      </>,
    );
    expect(screen.getByLabelText<HTMLInputElement>('one').value).toBe('half a word');
    expect(screen.getByLabelText<HTMLInputElement>('two').value).toBe('');
  });
});
