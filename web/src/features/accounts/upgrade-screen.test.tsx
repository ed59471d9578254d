import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '../../platform/session.ts';
import { toast } from '../../ui/toast-store.ts';
import { openScreen, refusal, loginResponse, type TestResponses } from './accounts.fixture.tsx';
import { UpgradeScreen } from './upgrade-screen.tsx';

const UPGRADE = 'POST /auth/upgrade';
const GUEST = '_guest-merry-otter';

async function openUpgrade(answers: TestResponses = {}, as = GUEST) {
  const page = await openScreen({ at: '/upgrade', screen: UpgradeScreen, as, answers });
  const complete = async () => {
    await page.person.type(screen.getByLabelText('Username'), 'asha');
    await page.person.type(screen.getByLabelText('E-mail'), 'asha@example.org');
    await page.person.type(screen.getByLabelText('Password'), 'tea at eleven{Enter}');
  };
  return { ...page, complete };
}

describe('the upgrade', () => {
  it('SV-04, SH-22: replaces the guest’s session by the permanent one and shows the profile', async () => {
    const page = await openUpgrade({ [UPGRADE]: loginResponse('asha') });
    expect(screen.getByText('Your rooms and your messages')).toBeTruthy();
    await page.complete();
    await waitFor(() => expect(page.address()).toBe('/v1?tab=profile'));
    expect(page.seen[0]?.headers['x-session']).toBe('cookie');
    expect(page.seen[0]?.body).toEqual({
      username: 'asha',
      email: 'asha@example.org',
      password: 'tea at eleven',
    });
    expect(session.current()?.username).toBe('asha');
    expect(toast.current()[0]?.text).toContain('asha');
  });

  it('SV-04: the guest stays a guest if the name is taken', async () => {
    const page = await openUpgrade({ [UPGRADE]: refusal(400, 'username_taken', 'Username already taken') });
    await page.complete();
    expect(await screen.findByText('Username already taken')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username')));
    expect(screen.getByLabelText('E-mail')).toMatchObject({ value: 'asha@example.org' });
    expect(session.current()?.username).toBe(GUEST);
  });

  it('X-08: removes the form if the age is refused', async () => {
    const page = await openUpgrade({ [UPGRADE]: refusal(403, 'age_refused', 'You must be 18 or older.') });
    await page.complete();
    expect((await screen.findByRole('alert')).textContent).toContain('Adda is for adults only');
    expect(screen.queryByLabelText('Username')).toBeNull();
  });

  it('shows a registered user that no upgrade is needed', async () => {
    await openUpgrade({}, 'asha');
    expect(screen.getByRole('link', { name: 'Back to the rooms' }).getAttribute('href')).toBe('/v1');
    expect(screen.queryByLabelText('Username')).toBeNull();
  });
});
