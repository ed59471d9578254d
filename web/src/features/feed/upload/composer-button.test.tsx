import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { showPeople } from '../../../test/people-page.tsx';
import { ComposerButton } from '../feed-tab.tsx';

describe('the composer’s button', () => {
  it('SH-39, HM-14: opens the composer by keyboard, and has the focus again after it is closed', async () => {
    const { person } = await showPeople(
      () => <ComposerButton />,
      () => undefined,
    );
    const button = await screen.findByRole('button', { name: 'New post' });
    button.focus();
    await person.keyboard('{Enter}');
    await screen.findByRole('dialog', { name: 'New post' });
    expect(document.activeElement).toBe(screen.getByLabelText('Caption'));
    await person.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(button);
  });
});
