import { act, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { render } from '../test/render.tsx';
import { lazyComponent, LazyComponent } from './lazy-component.tsx';
import { toast } from './toast-store.ts';

const code = { Word: () => <p>here it is</p> };

/** Returns a loader that fails this many times, then succeeds. */
function failing(times: number) {
  let left = times;
  const load = vi.fn(async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return code;
  });
  return { load, part: lazyComponent(load) };
}

describe('a lazily loaded component', () => {
  it('reports that it failed to load, and loads on retry', async () => {
    const { load, part } = failing(1);
    const { person } = render(
      <LazyComponent
        component={part}
        fallback="loading"
        failed={(retry) => (
          <button type="button" onClick={retry}>
            Try Again
          </button>
        )}
      >
        {({ Word }) => <Word />}
      </LazyComponent>,
    );
    expect(screen.getByText('loading')).toBeTruthy();
    await person.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('here it is')).toBeTruthy();
    expect(load).toHaveBeenCalledTimes(2);
    expect(toast.current()).toEqual([]);
  });

  it('loads another component that takes its place', async () => {
    const other = lazyComponent(async () => ({ Word: () => <p>the other one</p> }));
    const { part } = failing(0);
    function Changing() {
      const [isOther, setOther] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOther(true)}>
            change
          </button>
          <LazyComponent component={isOther ? other : part}>{({ Word }) => <Word />}</LazyComponent>
        </>
      );
    }
    const { person } = render(<Changing />);
    await screen.findByText('here it is');
    await person.click(screen.getByRole('button', { name: 'change' }));
    expect(await screen.findByText('the other one')).toBeTruthy();
  });

  it('without a failure view: renders nothing, shows one toast, and retries when it is opened again', async () => {
    const { part } = failing(1);
    function Opener() {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            {isOpen ? 'opened' : 'open'}
          </button>
          {isOpen && (
            <LazyComponent component={part} onFailed={() => setOpen(false)}>
              {({ Word }) => <Word />}
            </LazyComponent>
          )}
        </>
      );
    }
    const { person } = render(<Opener />);
    await person.click(screen.getByRole('button'));
    expect(await screen.findByRole('button', { name: 'open' })).toBeTruthy();
    expect(toast.current().map(({ text }) => text)).toEqual([
      "This part didn't load. Check your connection and try again.",
    ]);
    await person.click(screen.getByRole('button'));
    expect(await screen.findByText('here it is')).toBeTruthy();
  });

  it('loads automatically when the network returns', async () => {
    const { part } = failing(1);
    render(
      <LazyComponent component={part} failed={() => 'missing'}>
        {({ Word }) => <Word />}
      </LazyComponent>,
    );
    expect(await screen.findByText('missing')).toBeTruthy();
    act(() => void dispatchEvent(new Event('online')));
    expect(await screen.findByText('here it is')).toBeTruthy();
  });

  it('renders immediately if it was preloaded; a failed preload is discarded', async () => {
    const { part } = failing(1);
    await expect(part.load()).rejects.toThrow('Failed to fetch');
    await part.load();
    render(<LazyComponent component={part}>{({ Word }) => <Word />}</LazyComponent>);
    expect(screen.getByText('here it is')).toBeTruthy();
  });
});
