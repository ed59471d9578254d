import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPeople, type RequestHandler } from '../../test/people-page.tsx';
import { PushedWhen } from './pushed-when.tsx';

/** Returns a server that stores quiet hours and the preview. */
function server(stored: object = { quiet_hours: null, preview: 'full' }): RequestHandler {
  let settings = stored;
  return ({ method, path, body }) => {
    if (path !== '/users/settings') return undefined;
    if (method === 'PATCH') settings = { ...settings, ...Object(body) };
    return { body: settings };
  };
}

const quiet = () => screen.getByRole('switch', { name: 'Quiet hours' });
const known = (isOn: boolean) =>
  waitFor(() => {
    expect(quiet().getAttribute('aria-disabled')).toBeNull();
    expect(quiet().getAttribute('aria-checked')).toBe(String(isOn));
  });
const time = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

it('NT-03: quiet hours are switched on in the zone of the browser, changed and switched off', async () => {
  const { person, asked } = await showPeople(() => <PushedWhen />, server());
  const sent = () => asked('PATCH /users/settings').map(({ body }) => body);
  await known(false);
  expect(time('From').disabled).toBe(true);
  await person.click(quiet());
  await known(true);
  await person.clear(time('From'));
  await person.type(time('From'), '23:15');
  await person.tab();
  await known(true);
  expect(time('From').value).toBe('23:15');
  await person.click(quiet());
  await known(false);
  expect(sent()).toEqual([
    { quiet_hours: { from: '22:00', to: '08:00', time_zone: zone } },
    { quiet_hours: { from: '23:15', to: '08:00', time_zone: zone } },
    { quiet_hours: null },
  ]);
});

it('NT-03: what is typed while a former change is being saved is saved after it', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const answer = server();
  const { person, asked } = await showPeople(
    () => <PushedWhen />,
    (request) => {
      const response = answer(request);
      return response && request.method === 'PATCH' ? { ...response, until: held } : response;
    },
  );
  await known(false);
  await person.click(quiet());
  await waitFor(() => expect(quiet().getAttribute('aria-checked')).toBe('true'));
  await person.clear(time('From'));
  await person.type(time('From'), '23:15');
  await person.tab();
  expect(time('From').value).toBe('23:15');
  release();
  await waitFor(() =>
    expect(asked('PATCH /users/settings').map(({ body }) => body)).toEqual([
      { quiet_hours: { from: '22:00', to: '08:00', time_zone: zone } },
      { quiet_hours: { from: '23:15', to: '08:00', time_zone: zone } },
    ]),
  );
  await known(true);
  expect(time('From').value).toBe('23:15');
});

it('NT-03: stored hours are shown with their zone; a time that is none changes nothing', async () => {
  const hours = { from: '21:30', to: '07:00', time_zone: 'Asia/Tokyo' };
  const { person, asked } = await showPeople(
    () => <PushedWhen />,
    server({ quiet_hours: hours, preview: 'none' }),
  );
  await known(true);
  expect(time('From').value).toBe('21:30');
  expect(screen.getByText('Asia/Tokyo')).toBeTruthy();
  await person.clear(time('To'));
  await person.tab();
  expect(time('To').value).toBe('07:00');
  expect(asked('PATCH /users/settings')).toEqual([]);
});

it('NT-03, PN-03: what notifications show is chosen', async () => {
  const { person, asked } = await showPeople(() => <PushedWhen />, server());
  await known(false);
  await person.click(screen.getByRole('radio', { name: 'Only the name' }));
  await waitFor(() =>
    expect(asked('PATCH /users/settings').map(({ body }) => body)).toEqual([{ preview: 'name' }]),
  );
});
