import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { render } from '../test/render.tsx';
import { TabbedBrowser, type BrowserTab, type TabbedBrowserProps } from './tabbed-browser.tsx';
import { Tabs, tabStep } from './tabs.tsx';

const items = ['Members', 'Banned', 'Asked'].map((label) => ({
  id: label,
  label,
  content: () => `list of ${label}`,
}));

function Example() {
  const [value, setValue] = useState('Members');
  return <Tabs label="People" items={items} value={value} onChange={setValue} />;
}

describe('Tabs', () => {
  it('move by arrows, Home and End, and open the reached tab', async () => {
    const { person } = render(<Example />);
    await person.tab();
    await person.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('Banned');
    expect(screen.getByRole('tabpanel', { name: 'Banned' }).textContent).toBe('list of Banned');
    await person.keyboard('{End}{ArrowRight}');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Members');
  });

  it('follow the reading direction', () => {
    expect(tabStep('ArrowLeft', 0, 3, true)).toBe(1);
    expect(tabStep('ArrowLeft', 0, 3, false)).toBe(2);
    expect(tabStep('a', 0, 3, false)).toBeUndefined();
  });
});

const rooms: BrowserTab = { id: 'rooms', label: 'Rooms', title: 'Active Rooms', content: () => 'rooms' };
const users: BrowserTab = { id: 'users', label: 'Users', title: 'People', content: () => 'users' };
const past: BrowserTab = { id: 'history', label: 'History', title: 'Recent Chats', content: () => 'history' };

function Browser({ tabs }: Pick<TabbedBrowserProps, 'tabs'>) {
  const [openId, setOpenId] = useState('rooms');
  return <TabbedBrowser label="Browse" tabs={tabs} openId={openId} onOpen={setOpenId} />;
}

describe('the tabbed browser', () => {
  it('SH-51, SH-54, SH-55: opens at Rooms and moves one tab at a time', async () => {
    const { person } = render(<Browser tabs={[rooms, users, past]} />);
    expect(screen.getByRole('heading').textContent).toBe('Active Rooms');
    const next = screen.getByRole('button', { name: 'Next tab' });
    expect(screen.getByRole('button', { name: 'Previous tab' })).toMatchObject({ disabled: true });
    await person.click(next);
    expect(screen.getByRole('heading').textContent).toBe('People');
    await person.click(next);
    expect(screen.getByRole('heading').textContent).toBe('Recent Chats');
    expect(next).toMatchObject({ disabled: true });
  });

  it('shows no tab list for a single tab', () => {
    render(<Browser tabs={[rooms]} />);
    expect(screen.getByRole('heading').textContent).toBe('Active Rooms');
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
