import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPeople } from '../../test/people-page.tsx';
import { PersonAvatar } from './person-avatar.tsx';

it('HM-07: requests the pictures of all avatars rendered together in one request; users without one keep the letter', async () => {
  const { asked, container } = await showPeople(
    () => (
      <>
        <PersonAvatar username="riya" />
        <PersonAvatar username="kabir" />
        <PersonAvatar username="riya" />
      </>
    ),
    ({ path }) =>
      path.startsWith('/people')
        ? { body: { people: [{ username: 'riya', display_name: 'Riya', picture: '/media/avatars/1' }] } }
        : undefined,
  );
  await waitFor(() => expect(container.querySelectorAll('img')).toHaveLength(2));
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/media/avatars/1?size=small');
  expect(container.textContent).toBe('RKR');
  expect(asked('GET /people').map(({ path }) => decodeURIComponent(path))).toEqual([
    '/people?usernames=riya,kabir',
  ]);
});
