import { expect, it } from 'vitest';
import { render } from '../../../test/render.tsx';
import { messageAt, pageOf } from '../../rooms/rooms.fixture.ts';
import { LiveMessages } from './live-messages.tsx';
import { addLocalNotice } from '../history/live-changes.ts';
import { openStore, upsertMessages } from '../history/message-store.ts';

it('X-35, FT-01: new messages are announced without formatting, whispers as such, and events of the room', () => {
  const opened = openStore(pageOf([messageAt(1, { content: 'before' })]));
  const { container, rerender } = render(<LiveMessages store={opened} account="me" />);
  const announced = () => [...container.querySelectorAll('[aria-live] p')].map((line) => line.textContent);
  expect(announced()).toEqual([]);

  const whisper = messageAt(2, { content: '@me secret', is_private: true, recipient_usernames: ['me'] });
  const whispered = upsertMessages(opened, [whisper, messageAt(3, { sender: 'me' })]);
  rerender(<LiveMessages store={whispered} account="me" />);
  expect(announced()).toEqual(['riya whispers: @me secret']);

  rerender(
    <LiveMessages
      store={upsertMessages(whispered, [messageAt(4, { content: '*so* ||secret||' })])}
      account="me"
    />,
  );
  expect(announced()).toEqual(['riya: so Hidden text']);

  rerender(<LiveMessages store={addLocalNotice(whispered, 'noor joined')} account="me" />);
  expect(announced()).toEqual(['noor joined']);
});
