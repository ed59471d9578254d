import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPeople } from '../../test/people-page.tsx';
import { PersonAvatar } from './person-avatar.tsx';

it('requests the pictures of all avatars rendered together in one request; users without one keep the letter', async () => {
  const { asked, container } = await showPeople(
    () => (
      <>
        <PersonAvatar username="riya" />
        <PersonAvatar username="kabir" />
        <PersonAvatar username="riya" />
      </>
    ),
    ({ path }) =>
      path.startsWith('/users/pictures')
        ? { body: { pictures: { riya: '/media/avatars/1', kabir: null } } }
        : undefined,
  );
  await waitFor(() => expect(container.querySelectorAll('img')).toHaveLength(2));
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/media/avatars/1?size=small');
  expect(container.textContent).toBe('RKR');
  expect(asked('GET /users/pictures').map(({ path }) => decodeURIComponent(path))).toEqual([
    '/users/pictures?usernames=riya,kabir',
  ]);
});
