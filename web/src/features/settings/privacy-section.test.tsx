import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { toast } from '../../ui/toast-store.ts';
import { SettingsDialog } from './settings-panel.tsx';

const stored = { tell_read: true, link_previews: false, name_when_forwarded: true };

/** Returns a server that stores settings. */
function server(): RequestHandler {
  let settings = stored;
  return ({ method, path, body }) => {
    if (path !== '/users/settings')
      return path === '/users/me' ? { body: { is_available: true } } : undefined;
    if (method === 'PATCH') settings = { ...settings, ...Object(body) };
    return { body: settings };
  };
}

async function show(answering: RequestHandler = server(), as = 'asha') {
  const page = await showPeople(() => <SettingsDialog onClose={() => undefined} />, answering, as);
  const section = within(await screen.findByRole('region', { name: 'Privacy' }));
  const field = (name: string | RegExp) => section.getByRole('switch', { name });
  /** Waits until a switch can be changed and shows the value. */
  const known = (name: string | RegExp, isOn: boolean) =>
    waitFor(() => {
      expect(field(name).getAttribute('aria-disabled')).toBeNull();
      expect(field(name).getAttribute('aria-checked')).toBe(String(isOn));
    });
  return { ...page, section, field, known };
}

it.each(['asha', '_guest-ivy'])(
  'FT-03: %s sees the stored settings and changes one by keyboard',
  async (as) => {
    const { field, known, person, asked } = await show(server(), as);
    await known(/read their messages/, true);
    await known('Show cards for links', false);
    await known(/name when my messages/, true);
    expect(field(/read their messages/).getAttribute('aria-describedby')).toBeTruthy();
    field(/read their messages/).focus();
    await person.keyboard(' ');
    expect(field(/read their messages/).getAttribute('aria-checked')).toBe('false');
    await known(/read their messages/, false);
    expect(asked('PATCH /users/settings').map(({ body }) => body)).toEqual([{ tell_read: false }]);
  },
);

it('FT-03: a refused change is rolled back with its reason', async () => {
  const page = await show();
  await page.known('Show cards for links', false);
  page.answers((request) =>
    request.method === 'PATCH' ? refused(500, 'The disk is full.') : server()(request),
  );
  await page.person.click(page.field('Show cards for links'));
  await waitFor(() => expect(toast.current()).toMatchObject([{ text: 'The disk is full.' }]));
  await page.known('Show cards for links', false);
});

it('FT-03: settings that could not be loaded are loaded again on request', async () => {
  const page = await show(({ path }) => (path === '/users/settings' ? refused(403, 'No.') : undefined));
  const again = await page.section.findByRole('button', { name: 'Try Again' });
  page.answers(server());
  await page.person.click(again);
  await page.known(/read their messages/, true);
});
