import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../platform/api-error.ts';
import { render } from '../test/render.tsx';
import { ActionForm } from './form.tsx';
import { SelectField } from './select-field.tsx';
import { TextField } from './text-field.tsx';
import { useForm } from './use-form.ts';

type Typed = { name: string; tone: 'info' | 'warning' };
const blank: Typed = { name: '', tone: 'info' };
const tones = ['info', 'warning'] as const;

type ExampleProps = { send: (typed: Typed) => Promise<string>; onDone?: (answer: string) => void };

const ignore = () => {};

function Example({ send, onDone = ignore }: ExampleProps) {
  const form = useForm({
    initial: blank,
    check: ({ name }) => ({ name: name === '' && 'A name, please', form: name === '' && 'Not yet' }),
    errorFields: { name_taken: 'name', title: 'name' },
    send,
    onDone,
  });
  return (
    <ActionForm form={form} submitLabel="Save">
      <SelectField
        {...form.choice('tone', tones)}
        label="Tone"
        options={tones.map((value) => ({ value, label: value }))}
      />
      <TextField {...form.field('name')} label="Name" />
    </ActionForm>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Name');
const press = () => screen.getByRole('button', { name: 'Save' });
const refusal = (init: { code?: string; fields?: Record<string, string> }) =>
  new ApiError({ status: 422, detail: 'Refused', ...init });

describe('a form', () => {
  it('focuses the first invalid field and sends nothing; the errors stay until an input', async () => {
    const send = vi.fn(async () => '');
    const { person } = render(<Example send={send} />);
    await person.click(press());
    expect(screen.getByText('A name, please')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('Not yet');
    expect(document.activeElement).toBe(field());
    await person.type(field(), 'A');
    expect(screen.queryByText('A name, please')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(send).not.toHaveBeenCalled();
  });

  it('sends the values once, and passes the response on', async () => {
    let answer: (text: string) => void = () => {};
    const send = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)));
    const onDone = vi.fn();
    const { person } = render(<Example send={send} onDone={onDone} />);
    await person.type(field(), 'Asha');
    await person.selectOptions(screen.getByLabelText('Tone'), 'warning');
    await person.keyboard('{Enter}');
    await person.click(press());
    await person.type(field(), '{Enter}');
    expect(send.mock.calls).toEqual([[{ name: 'Asha', tone: 'warning' }]]);
    answer('done');
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('done', { name: 'Asha', tone: 'warning' }));
  });

  it.each([
    ['an error code of a field', refusal({ code: 'name_taken' }), 'Refused'],
    ['another field name of the API', refusal({ fields: { title: 'Too short' } }), 'Too short'],
  ])('shows %s at the field and keeps the input', async (_what, error, text) => {
    const { person } = render(<Example send={() => Promise.reject(error)} />);
    await person.type(field(), 'Asha{Enter}');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe('Asha');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows an error also at a field that was edited meanwhile, until it is edited again', async () => {
    let refuse: (error: ApiError) => void = ignore;
    const sending = () => new Promise<string>((_resolve, reject) => (refuse = reject));
    const { person } = render(<Example send={sending} />);
    await person.type(field(), 'Asha{Enter}a');
    refuse(refusal({ code: 'name_taken' }));
    expect(await screen.findByText('Refused')).toBeTruthy();
    await person.type(field(), 'b');
    expect(screen.queryByText('Refused')).toBeNull();
    expect(field().value).toBe('Ashaab');
  });

  it('shows an error of an unknown field for the whole form', async () => {
    const { person } = render(
      <Example send={() => Promise.reject(refusal({ fields: { age: 'Too low' } }))} />,
    );
    await person.type(field(), 'Asha{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Refused');
  });

  it('sends values that the browser filled in without an event', async () => {
    const send = vi.fn(async () => '');
    const { person } = render(<Example send={send} />);
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(), 'Saved');
    await person.click(press());
    expect(send.mock.calls).toEqual([[{ name: 'Saved', tone: 'info' }]]);
  });
});
