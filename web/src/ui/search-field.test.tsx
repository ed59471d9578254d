import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { render } from '../test/render.tsx';
import { SearchField } from './search-field.tsx';

function Search() {
  const [value, setValue] = useState('');
  return <SearchField label="Search rooms" value={value} onChange={setValue} />;
}

it('a search field has a button that clears it and keeps the focus in it', async () => {
  const { person } = render(<Search />);
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search rooms' });
  expect(screen.queryByRole('button')).toBeNull();
  await person.type(field, 'chai');
  await person.click(screen.getByRole('button', { name: 'Clear the search' }));
  expect(field.value).toBe('');
  expect(document.activeElement).toBe(field);
  expect(screen.queryByRole('button')).toBeNull();
});
