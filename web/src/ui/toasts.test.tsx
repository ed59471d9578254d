import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '../test/render.tsx';
import { toast } from './toast-store.ts';
import { Toasts } from './toasts.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('Toasts', () => {
  it('SH-62: reads out a notice politely and removes it after a while', () => {
    render(<Toasts />);
    act(() => void toast.show('Connected'));
    expect(screen.getByText('Connected').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
    act(() => void vi.advanceTimersByTime(10_000));
    expect(screen.queryByText('Connected')).toBeNull();
  });

  it('interrupts for a problem and offers its action', () => {
    const onPress = vi.fn();
    render(<Toasts />);
    act(() => void toast.problem('Session expired. Please log in again.', { label: 'Log in', onPress }));
    expect(screen.getByRole('alert', { hidden: true }).textContent).toContain(
      'Session expired. Please log in again.',
    );
    act(() => screen.getByText('Log in').click());
    expect(onPress).toHaveBeenCalledTimes(1);
    expect(toast.current()).toEqual([]);
  });

  it('a question stays until it is answered or dismissed by hand', () => {
    const [onPress, onDismissed] = [vi.fn(), vi.fn()];
    const ask = () =>
      act(() => void toast.show('Faster?', { action: { label: 'Yes', onPress }, onDismissed }));
    render(<Toasts />);
    ask();
    act(() => void vi.advanceTimersByTime(60_000));
    act(() => screen.getByLabelText('Dismiss').click());
    expect([onDismissed.mock.calls.length, toast.current()]).toEqual([1, []]);
    ask();
    act(() => screen.getByText('Yes').click());
    expect([onPress.mock.calls.length, onDismissed.mock.calls.length, toast.current()]).toEqual([1, 1, []]);
  });

  it('does not repeat the same text and keeps at most three', () => {
    for (const text of ['a', 'b', 'c', 'd', 'c']) toast.show(text);
    expect(toast.current().map((item) => item.text)).toEqual(['b', 'd', 'c']);
  });
});
