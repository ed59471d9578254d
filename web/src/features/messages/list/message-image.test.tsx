import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { imageBox } from './image-box.ts';
import { MessageImage, type MessageImageProps } from './message-image.tsx';

const picture = { url: '/media/images/i?expires=1', width: 1600, height: 800, alt: 'Image from riya' };

function setUp(given: Partial<MessageImageProps> = {}) {
  const onOpen = vi.fn();
  const props = { picture, onOpen, ...given };
  return { onOpen, props, ...render(<MessageImage {...props} />) };
}

const shown = () => screen.queryByRole<HTMLImageElement>('img', { name: 'Image from riya' });
const press = { name: /^(Show|Hide) image$/i };

describe('an image in a message', () => {
  it('is not loaded until requested, and can be hidden again; its box keeps its size', async () => {
    const { person, container } = setUp();
    const box = container.querySelector<HTMLElement>('[style]');
    const before = box?.getAttribute('style');
    expect(before).toContain('width: 320px');
    expect(before).toContain('320 / 160');
    expect(shown()).toBeNull();
    await person.click(screen.getByRole('button', { name: 'Show Image' }));
    expect(shown()?.getAttribute('src')).toBe(picture.url);
    expect(shown()?.getAttribute('loading')).toBe('lazy');
    expect(box?.getAttribute('style')).toBe(before);
    expect(document.activeElement).toBe(screen.getByRole('button', press));
    await person.click(screen.getByRole('button', { name: 'Hide image' }));
    expect(shown()).toBeNull();
  });

  it('opens larger', async () => {
    const { person, onOpen } = setUp();
    await person.click(screen.getByRole('button', { name: 'Show Image' }));
    await person.click(screen.getByRole('button', { name: 'Open image' }));
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(picture);
  });

  it('R-15: an expired link is replaced by a fresh one automatically', async () => {
    const { person } = setUp({ onRefresh: () => Promise.resolve('/media/images/i?expires=2') });
    await person.click(screen.getByRole('button', { name: 'Show Image' }));
    fireEvent.error(shown() ?? document.body);
    await waitFor(() => expect(shown()?.getAttribute('src')).toBe('/media/images/i?expires=2'));
  });

  it('ER-01: shows a load error, and retries', async () => {
    const onRefresh = vi.fn<() => Promise<string | undefined>>(() => Promise.resolve(undefined));
    const { person } = setUp({ onRefresh });
    await person.click(screen.getByRole('button', { name: 'Show Image' }));
    fireEvent.error(shown() ?? document.body);
    await waitFor(() => expect(onRefresh).toHaveBeenCalledOnce());
    fireEvent.error(shown() ?? document.body);
    expect(screen.getByRole('alert').textContent).toContain('Failed to load image');
    onRefresh.mockResolvedValue('/media/images/i?expires=3');
    await person.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(shown()?.getAttribute('src')).toBe('/media/images/i?expires=3'));
  });

  it('keeps the current link when the same message arrives with another one', async () => {
    const { person, rerender, props } = setUp();
    await person.click(screen.getByRole('button', { name: 'Show Image' }));
    rerender(<MessageImage {...props} picture={{ ...picture, url: '/media/images/i?expires=9' }} />);
    expect(shown()?.getAttribute('src')).toBe(picture.url);
  });

  it.each([
    [1600, 800, 320, 160],
    [800, 1600, 168, 320],
    [100, 100, 168, 112],
    [4000, 10, 320, 112],
    [null, null, 320, 240],
  ])('gives %s × %s a box of %i × %i', (width, height, boxWidth, boxHeight) => {
    expect(imageBox(width, height)).toEqual({ width: boxWidth, height: boxHeight });
  });
});
