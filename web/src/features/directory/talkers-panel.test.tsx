import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { minutesAgo, showPeople, userOf } from '../../test/people-page.tsx';
import { TalkersPanel } from './talkers-panel.tsx';

it('HM-04, DI-07: shows the three users who were active last; a press opens the private chat', async () => {
  const opened: string[] = [];
  const users = [
    userOf('_guest-merry-otter', { is_online: true }),
    userOf('riya', { last_active: minutesAgo(3) }),
    userOf('kabir', { last_active: minutesAgo(30) }),
  ];
  const paths: string[] = [];
  const { person } = await showPeople(
    () => <TalkersPanel onOpen={(username) => opened.push(username)} />,
    ({ path }) => {
      paths.push(path);
      return { body: { users, next_last_id: null } };
    },
  );
  await person.click(await screen.findByRole('link', { name: /merry-otter/ }));
  expect(opened).toEqual(['_guest-merry-otter']);
  expect(paths).toEqual(['/users/list?limit=3']);
  expect(screen.getAllByRole('link')).toHaveLength(3);
  expect(screen.getAllByText('Online')).toHaveLength(2);
});
