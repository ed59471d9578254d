import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { render } from '../../../test/render.tsx';
import { groupOf } from '../rooms.fixture.ts';
import { longAgo, RoomFacts } from './room-facts.tsx';

const DAY_MS = 86_400_000;

it.each([
  [8, '1 week ago'],
  [29, '4 weeks ago'],
  [31, '1 month ago'],
  [364, '12 months ago'],
  [366, '1 year ago'],
  [800, '2 years ago'],
])('GC-20: a room of %i days was created %s', (days, text) => {
  expect(longAgo(0, days * DAY_MS)).toBe(text);
});

it('GC-20: Created shows the age of the room, and the date with its year', () => {
  render(<RoomFacts group={groupOf({ created_at: '2020-03-05T10:00:00.000Z' })} />);
  const created = screen.getByText('Created').nextElementSibling;
  expect(created?.textContent).toMatch(/^\d+ years ago \(5 Mar 2020\)$/);
});

it('GC-20: a new room was created just now', () => {
  render(<RoomFacts group={groupOf({ created_at: new Date().toISOString() })} />);
  expect(screen.getByText('Created').nextElementSibling?.textContent).toBe('just now');
});
