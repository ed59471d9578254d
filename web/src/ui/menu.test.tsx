import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { render } from '../test/render.tsx';
import { Menu, MenuChoice, MenuItem } from './menu.tsx';

function Example({
  onSelect,
  onChoose,
}: {
  onSelect: () => void;
  onChoose: (value: 'light' | 'dark') => void;
}) {
  return (
    <Menu label="Account" renderTrigger={(props) => <button {...props}>Open</button>}>
      <MenuItem onSelect={onSelect}>Security</MenuItem>
      <MenuChoice
        label="Appearance"
        value="light"
        options={[
          { value: 'light', label: 'Light' },
          { value: 'dark', label: 'Dark' },
        ]}
        onChoose={onChoose}
      />
    </Menu>
  );
}

describe('Menu', () => {
  it('opens by arrow, moves by arrow and letter, and restores the focus after a choice', async () => {
    const onSelect = vi.fn();
    const onChoose = vi.fn();
    const { person } = render(<Example onSelect={onSelect} onChoose={onChoose} />);
    const button = screen.getByRole('button', { name: 'Open' });
    button.focus();
    await person.keyboard('{ArrowDown}');
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(document.activeElement?.textContent).toBe('Security');
    await person.keyboard('d');
    expect(document.activeElement?.textContent).toBe('Dark');
    await person.keyboard('{Enter}');
    expect(onChoose).toHaveBeenCalledWith('dark');
    await person.keyboard('{ArrowDown}{Enter}');
    expect(onSelect).toHaveBeenCalledTimes(1);
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(button);
  });

  it('marks the current choice', () => {
    render(<Example onSelect={() => {}} onChoose={() => {}} />);
    const marked = screen.getAllByRole('menuitemradio').map((item) => item.getAttribute('aria-checked'));
    expect(marked).toEqual(['true', 'false']);
  });
});
