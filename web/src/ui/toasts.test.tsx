import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { render } from '../test/render.tsx';
import { toast } from './toast-store.ts';
import { Toasts } from './toasts.tsx';
import { Wordmark } from './wordmark.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
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

  it('HM-09: on a phone it stays off the name of the site, the title of pages without a session', () => {
    vi.stubGlobal('innerHeight', 844);
    const box = (top: number, bottom: number) =>
      ({ top, bottom, left: 40, right: 350, width: 310 }) as DOMRect;
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      return 'wordmark' in this.dataset ? box(30, 70) : box(12, 60);
    });
    render(
      <>
        <Wordmark />
        <Toasts />
      </>,
    );
    act(() => void toast.show('No session found. Please log in.'));
    const layer = screen.getByLabelText('Notices');
    // The first place below the name: 12 + 64 = 76 px from the top.
    expect(layer.style.getPropertyValue('--moved')).toBe('64px');
  });

  it('does not repeat the same text and keeps at most three', () => {
    for (const text of ['a', 'b', 'c', 'd', 'c']) toast.show(text);
    expect(toast.current().map((item) => item.text)).toEqual(['b', 'd', 'c']);
  });
});
