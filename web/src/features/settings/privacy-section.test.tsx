import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { refused, showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { PrivacySection } from './privacy-section.tsx';

const stored = {
  tell_read: true,
  link_previews: false,
  name_when_forwarded: true,
  who_may_write: 'everyone',
  hide_followers: false,
  hide_following: true,
};

/** Returns a server that stores settings. */
function server(): RequestHandler {
  let settings = stored;
  return ({ method, path, body }) => {
    if (path === '/users/me/hiding') return { body: { hidden_until: null } };
    if (path !== '/users/settings')
      return path === '/users/me' ? { body: { is_available: true } } : undefined;
    if (method === 'PATCH') settings = { ...settings, ...Object(body) };
    return { body: settings };
  };
}

async function show(answering: RequestHandler = server(), as = 'asha') {
  const page = await showPeople(() => <PrivacySection onBlocked={() => undefined} />, answering, as);
  const section = within(page.container);
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

it('HM-15: says who sees the lists of followers, and hides one', async () => {
  const { known, field, person, asked } = await show();
  await known('Hide who follows me', false);
  await known('Hide whom I follow', true);
  await person.click(field('Hide who follows me'));
  await known('Hide who follows me', true);
  expect(asked('PATCH /users/settings').map(({ body }) => body)).toEqual([{ hide_followers: true }]);
});

it('HM-08, FT-03: a refused change says why and keeps what was chosen, and can be tried again', async () => {
  const page = await show();
  await page.known('Show cards for links', false);
  page.answers((request) =>
    request.method === 'PATCH' ? refused(500, 'The disk is full.') : server()(request),
  );
  await page.person.click(page.field('Show cards for links'));
  expect((await page.section.findByRole('alert')).textContent).toMatch(/^Not saved: /);
  await page.known('Show cards for links', true);
  page.answers(server());
  await page.person.click(page.section.getByRole('button', { name: 'Try Again' }));
  expect(await page.section.findByText('Saved')).toBeTruthy();
  await page.known('Show cards for links', true);
  expect(page.asked('PATCH /users/settings').map(({ body }) => body)).toEqual([
    { link_previews: true },
    { link_previews: true },
  ]);
});

it('HM-08: what is being saved is said', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer = server();
  const { section, field, known, person } = await show((request) => {
    const response = answer(request);
    return request.method === 'PATCH' && response ? { ...response, until: promise } : response;
  });
  await known('Show cards for links', false);
  await person.click(field('Show cards for links'));
  expect(await section.findByText('Saving…')).toBeTruthy();
  resolve();
  expect(await section.findByText('Saved')).toBeTruthy();
});

it('FT-03: settings that could not be loaded are loaded again on request', async () => {
  const page = await show(({ path }) => (path === '/users/settings' ? refused(403, 'No.') : undefined));
  const again = await page.section.findByRole('button', { name: 'Try Again' });
  page.answers(server());
  await page.person.click(again);
  await page.known(/read their messages/, true);
});

it('MR-05: says until when strangers can’t find the user, and ends it early; leads to the own reports', async () => {
  let until: string | null = '2026-12-01T10:00:00.000Z';
  const answering = server();
  const page = await show((request) => {
    if (request.path !== '/users/me/hiding') return answering(request);
    if (request.method === 'DELETE') until = null;
    return { body: { hidden_until: until } };
  });
  expect((await screen.findByText(/strangers can’t find you until/)).textContent).toContain(
    '1 December 2026',
  );
  expect(screen.getByRole('link', { name: 'Your reports' }).getAttribute('href')).toBe('/reports');
  await page.person.click(screen.getByRole('button', { name: 'Show my profile to everybody' }));
  await waitFor(() => expect(screen.queryByText(/strangers can’t find you until/)).toBeNull());
  expect(page.asked('DELETE /users/me/hiding')).toHaveLength(1);
});

it('MR-03: says who may write first and changes it by keyboard', async () => {
  const { section, person, asked } = await show();
  const choice = (name: string) =>
    section.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) });
  await waitFor(() => expect(choice('Everyone').checked).toBe(true));
  // The hint is its description, and not part of its name as well.
  expect(section.getByRole('radio', { name: 'Nobody', description: /^Nobody new/ })).toBeTruthy();
  await person.click(choice('Nobody'));
  await waitFor(() => expect(choice('Nobody').checked).toBe(true));
  expect(asked('PATCH /users/settings').map(({ body }) => body)).toEqual([{ who_may_write: 'nobody' }]);
});

it('MR-03: a choice keeps the focus while it is saved', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer = server();
  const { section, person, asked } = await show((request) => {
    const response = answer(request);
    return request.method === 'PATCH' && response ? { ...response, until: promise } : response;
  });
  const choice = (name: string) =>
    section.getByRole<HTMLInputElement>('radio', { name: new RegExp(`^${name}`) });
  await waitFor(() => expect(choice('Everyone').checked).toBe(true));
  await person.click(choice('Nobody'));
  expect(choice('Nobody').checked).toBe(true);
  // The test's DOM leaves the focus in a disabled field; a browser takes it away.
  expect(choice('Nobody').closest('fieldset')?.disabled).toBe(false);
  expect(document.activeElement).toBe(choice('Nobody'));
  // The next choice is shown at once, and saved after this one.
  await person.click(choice('People I know'));
  expect(choice('People I know').checked).toBe(true);
  expect(asked('PATCH /users/settings')).toHaveLength(1);
  resolve();
  await waitFor(() => expect(asked('PATCH /users/settings')).toHaveLength(2));
  expect(choice('People I know').checked).toBe(true);
  expect(asked('PATCH /users/settings').map(({ body }) => body)).toEqual([
    { who_may_write: 'nobody' },
    { who_may_write: 'known' },
  ]);
});
