import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { render } from '../test/render.tsx';
import { Checkbox } from './checkbox.tsx';
import { FormErrors } from './form-errors.tsx';
import { PasswordField } from './password-field.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';

const described = (element: HTMLElement): string =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join('|');

describe('fields', () => {
  it('are linked to their label, error and hint, in this order', () => {
    render(<TextField label="Username" name="username" hint="Letters." error="Too short." />);
    const input = screen.getByLabelText('Username');
    expect(described(input)).toBe('Too short.|Letters.');
    expect(input.getAttribute('aria-invalid')).toBe('true');
  });

  it('are not marked invalid without an error', () => {
    render(<SelectField label="Country" name="country" options={[{ value: 'india', label: 'India' }]} />);
    const select = screen.getByLabelText('Country');
    expect(select.hasAttribute('aria-invalid')).toBe(false);
    expect(select.hasAttribute('aria-describedby')).toBe(false);
  });

  it('show and hide a password without losing it', async () => {
    const { person } = render(<PasswordField label="Password" name="password" />);
    const input = screen.getByLabelText('Password');
    await person.type(input, 'tea time');
    const eye = screen.getByRole('button', { name: 'Show password' });
    await person.click(eye);
    expect(input).toMatchObject({ type: 'text', value: 'tea time' });
    expect(eye.getAttribute('aria-pressed')).toBe('true');
    await person.click(eye);
    expect(input).toMatchObject({ type: 'password', value: 'tea time' });
  });

  it('a press on its text ticks a checkbox', async () => {
    const { person } = render(<Checkbox label="I am 18 or older" name="adult" />);
    await person.click(screen.getByText('I am 18 or older'));
    expect(screen.getByRole('checkbox')).toMatchObject({ checked: true });
  });
});

describe('the error summary', () => {
  it('takes the focus and leads to the field', async () => {
    const { person } = render(
      <form>
        <FormErrors fields={[{ name: 'email', message: 'Enter a valid e-mail address.' }]} />
        <TextField label="E-mail" name="email" />
      </form>,
    );
    expect(document.activeElement).toBe(screen.getByRole('alert'));
    await person.click(screen.getByRole('button', { name: 'Enter a valid e-mail address.' }));
    expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  });

  it('is not rendered without errors', () => {
    render(<FormErrors />);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
