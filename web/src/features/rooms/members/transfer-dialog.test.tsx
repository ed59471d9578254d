import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { creatorRights, failure, memberOf, showPage, type Stage } from '../room-page.fixture.tsx';
import { GROUP_ID, groupOf } from '../rooms.fixture.ts';
import { TransferDialog } from './transfer-dialog.tsx';

const group = groupOf(creatorRights);

async function open(answer: Stage['answer']) {
  const onClose = vi.fn();
  const page = await showPage(() => <TransferDialog group={group} account="asha" onClose={onClose} />, {
    group,
    members: [memberOf('riya')],
    answer,
  });
  await page.person.type(await screen.findByLabelText('Username'), 'riya');
  const confirm = screen.getByLabelText(`Type “${group.name}” to confirm`);
  const press = () => page.person.click(screen.getByRole('button', { name: 'Hand over' }));
  return { ...page, onClose, confirm, press };
}

it('GR-05: hands the room over once its name is typed exactly; what was typed stays', async () => {
  const { person, confirm, press, asked, onClose } = await open(({ method }) =>
    method === 'POST' ? { body: { message: 'Group handed over successfully' } } : undefined,
  );
  await person.type(confirm, group.name.toLowerCase());
  await press();
  expect(screen.getByText('Type the room’s name to confirm')).toBeTruthy();
  expect(asked('/transfer')).toEqual([]);
  await person.clear(confirm);
  await person.type(confirm, group.name);
  await press();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(asked(`/groups/${GROUP_ID}/transfer`)[0]?.body).toEqual({
    username: 'riya',
    confirm_name: group.name,
  });
});

it('GR-05: shows the refusal at the field that it is about', async () => {
  const { person, confirm, press, onClose } = await open(({ method }) =>
    method === 'POST' ? failure(400, 'Guests cannot own a group', 'cannot_own_as_guest') : undefined,
  );
  await person.type(confirm, group.name);
  await press();
  expect(await screen.findByText('Guests cannot own a group')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('riya');
  expect(onClose).not.toHaveBeenCalled();
});
