import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { render } from '../test/render.tsx';
import { Menu, MenuItem } from './menu.tsx';

it('opens by arrow, moves by arrow and letter, stays open for a setting, and restores the focus after a choice', async () => {
  const onSelect = vi.fn();
  const onChange = vi.fn();
  const { person } = render(
    <Menu label="Account" renderTrigger={(props) => <button {...props}>Open</button>}>
      <MenuItem onSelect={onSelect}>Security</MenuItem>
      <button type="button" role="menuitemcheckbox" aria-checked tabIndex={-1} onClick={onChange}>
        Dark
      </button>
    </Menu>,
  );
  const button = screen.getByRole('button', { name: 'Open' });
  button.focus();
  await person.keyboard('{ArrowDown}');
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement?.textContent).toBe('Security');
  await person.keyboard('d');
  expect(document.activeElement?.textContent).toBe('Dark');
  await person.keyboard('{Enter}');
  expect(onChange).toHaveBeenCalledOnce();
  expect(button.getAttribute('aria-expanded')).toBe('true');
  await person.keyboard('{ArrowDown}{Enter}');
  expect(onSelect).toHaveBeenCalledOnce();
  expect(button.getAttribute('aria-expanded')).toBe('false');
  expect(document.activeElement).toBe(button);
});
