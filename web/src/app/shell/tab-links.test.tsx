import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { TabLinks } from './tab-links.tsx';

describe('the tabs of the main screen', () => {
  it('SH-01: there are exactly three, and the open one is marked as current', () => {
    render(<TabLinks shown="feed" onChoose={() => {}} onPreview={() => {}} badges={{}} place="top" />);
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Chats', 'Feed', 'Profile']);
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Feed');
  });

  it("SH-20: badges show a count, '9+' at most, and a sentence for screen readers", () => {
    const badges = { chats: { count: 12, label: '12 unread messages' } };
    render(
      <TabLinks shown="chats" onChoose={() => {}} onPreview={() => {}} badges={badges} place="bottom" />,
    );
    expect(screen.getByText('9+')).toBeTruthy();
    expect(screen.getByRole('link', { name: /12 unread messages/ })).toBeTruthy();
  });

  it('a plain press switches the tab; Ctrl+press is left to the browser', async () => {
    const onChoose = vi.fn();
    const { person } = render(
      <TabLinks shown="chats" onChoose={onChoose} onPreview={() => {}} badges={{}} place="top" />,
    );
    await person.click(screen.getByRole('link', { name: 'Profile' }));
    expect(onChoose).toHaveBeenCalledWith('profile');
    await person.keyboard('{Control>}');
    screen.getByRole('link', { name: 'Feed' }).addEventListener('click', (event) => event.preventDefault());
    await person.click(screen.getByRole('link', { name: 'Feed' }));
    expect(onChoose).toHaveBeenCalledTimes(1);
  });
});
