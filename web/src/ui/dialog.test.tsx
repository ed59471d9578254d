import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { render } from '../test/render.tsx';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

function Example() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Join" description="42 people are here.">
        <input aria-label="Hello" />
      </Dialog>
    </>
  );
}

const dialog = () => screen.getByRole('dialog', { hidden: true });

describe('Dialog', () => {
  it('SH-50: closes on Escape and restores the focus', async () => {
    const { person } = render(<Example />);
    const opener = screen.getByRole('button', { name: 'Open' });
    await person.click(opener);
    expect(dialog()).toMatchObject({ open: true });
    expect(document.activeElement).toBe(screen.getByLabelText('Hello'));
    fireEvent(dialog(), new Event('cancel', { cancelable: true }));
    expect(dialog()).toMatchObject({ open: false });
    expect(document.activeElement).toBe(opener);
  });

  it('SH-50: moves the focus to the parent of its opener if the opener was removed', async () => {
    function Row() {
      const [isOpen, setOpen] = useState(false);
      const [isRemoved, setRemoved] = useState(false);
      return (
        <main id="main" tabIndex={-1}>
          <div tabIndex={0} role="tabpanel">
            {!isRemoved && <Button onClick={() => setOpen(true)}>Open</Button>}
          </div>
          <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Unban?">
            <Button onClick={() => setRemoved(true)}>Remove</Button>
          </Dialog>
        </main>
      );
    }
    const { person } = render(<Row />);
    await person.click(screen.getByRole('button', { name: 'Open' }));
    await person.click(screen.getByRole('button', { name: 'Remove' }));
    fireEvent(dialog(), new Event('cancel', { cancelable: true }));
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  });

  it('SH-50: moves the focus to the page if nothing around its opener remains', async () => {
    function View({ onGone }: { onGone: () => void }) {
      const [isOpen, setOpen] = useState(false);
      return (
        <div role="tabpanel" tabIndex={0}>
          <Button onClick={() => setOpen(true)}>Open</Button>
          <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Leave?">
            <Button onClick={onGone}>Leave</Button>
          </Dialog>
        </div>
      );
    }
    function Page() {
      const [isRemoved, setRemoved] = useState(false);
      return (
        <main id="main" tabIndex={-1}>
          {!isRemoved && <View onGone={() => setRemoved(true)} />}
        </main>
      );
    }
    const { person } = render(<Page />);
    await person.click(screen.getByRole('button', { name: 'Open' }));
    await person.click(screen.getByRole('button', { name: 'Leave' }));
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('is labelled by its title and described by its text', async () => {
    const { person } = render(<Example />);
    await person.click(screen.getByRole('button', { name: 'Open' }));
    const text = (attribute: string) =>
      document.getElementById(dialog().getAttribute(attribute) ?? '')?.textContent;
    expect(text('aria-labelledby')).toBe('Join');
    expect(text('aria-describedby')).toBe('42 people are here.');
  });

  it('closes on a press outside, except if input could be lost', () => {
    const onClose = vi.fn();
    const { rerender } = render(<Dialog isOpen onClose={onClose} title="Join" />);
    fireEvent.click(screen.getByText('Join'));
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.click(dialog());
    expect(onClose).toHaveBeenCalledTimes(1);
    rerender(<Dialog isOpen keepOpenOnOutsidePress onClose={onClose} title="Join" />);
    fireEvent.click(dialog());
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('starts at Cancel when it asks for confirmation', () => {
    render(
      <ConfirmDialog
        isOpen
        title="Leave?"
        confirmLabel="Leave"
        onConfirm={() => {}}
        onCancel={() => {}}
        isDangerous
      />,
    );
    expect(document.activeElement?.textContent).toBe('Cancel');
  });
});

describe('Button', () => {
  it('ignores presses while busy and keeps its name', async () => {
    const onClick = vi.fn();
    const { person } = render(
      <Button isBusy onClick={onClick}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: /Save/ });
    await person.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(button);
  });
});
