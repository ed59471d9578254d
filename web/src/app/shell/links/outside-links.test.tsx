import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { outsideLink } from '../../../platform/outside-link.ts';
import { showPeople } from '../../../test/people-page.tsx';
import { LinkedText } from '../../../ui/linked-text.tsx';
import { OutsideLinks } from './outside-links.tsx';

const opened = vi.fn();

beforeEach(() => {
  opened.mockReset();
  vi.spyOn(globalThis, 'open').mockImplementation(opened);
  outsideLink.close();
});

const show = (text: string, { author = 'zoya', follows = [] as string[] } = {}) =>
  showPeople(
    () => (
      <>
        <LinkedText text={text} author={author} />
        <OutsideLinks />
      </>
    ),
    ({ path }) => (path === '/users/me' ? { body: { username: 'asha', following: follows } } : undefined),
  );

describe('a link in user-written text', () => {
  it('a link from an unfollowed author shows its real target before it opens; Escape cancels', async () => {
    const { person } = await show('look: https://www.exаmple.com/win?a=1');
    await person.click(screen.getByRole('link'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave Adda?' }));
    expect(dialog.getByText('www.xn--exmple-4nf.com')).toBeTruthy();
    expect(dialog.getByText('https://www.xn--exmple-4nf.com/win?a=1')).toBeTruthy();
    expect(dialog.getByText(/letters of another script/)).toBeTruthy();
    const open = dialog.getByRole('link', { name: 'Open' });
    expect(document.activeElement).toBe(open);
    expect(open.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(open.getAttribute('href')).toBe('https://www.xn--exmple-4nf.com/win?a=1');
    screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(opened).not.toHaveBeenCalled();
  });

  it('the link of a followed user opens immediately', async () => {
    const { person } = await show('https://tea.example/', { follows: ['zoya'] });
    await person.click(screen.getByRole('link'));
    await waitFor(() =>
      expect(opened).toHaveBeenCalledExactlyOnceWith('https://tea.example/', '_blank', 'noopener,noreferrer'),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the user’s own link is an ordinary link', async () => {
    const { person } = await show('https://tea.example/', { author: 'asha' });
    screen.getByRole('link').addEventListener('click', (event) => event.preventDefault());
    await person.click(screen.getByRole('link'));
    expect(outsideLink.current()).toBeUndefined();
  });
});
