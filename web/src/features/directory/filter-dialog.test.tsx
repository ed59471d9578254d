import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { showPeople, userOf, type RequestHandler } from '../../test/people-page.tsx';
import { filterStore } from './filter-store.ts';
import { noFilters } from './filters.ts';
import { UsersActions, UsersTab } from './users-tab.tsx';

const view = () => (
  <>
    <UsersActions />
    <UsersTab />
  </>
);

const everybody: RequestHandler = () => ({ body: { users: [userOf('zoya')], next_last_id: null } });
const nobody: RequestHandler = () => ({ body: { users: [], next_last_id: null } });

beforeEach(() => filterStore.clear());

async function open(answering = everybody) {
  const page = await showPeople(view, answering);
  await screen.findByRole('link', { name: /zoya/ });
  await page.person.click(screen.getByRole('button', { name: 'Filter Users' }));
  const dialog = await screen.findByRole('dialog', { name: 'Filter Users' });
  const queries = () =>
    page
      .asked('GET /users/list')
      .map(({ path }) => Object.fromEntries(new URL(path, 'http://test').searchParams));
  return { ...page, dialog: within(dialog), queries };
}

describe('Filter Users', () => {
  it('DI-03: has the fields and the buttons of the specification', async () => {
    const { dialog } = await open();
    for (const label of ['Username', 'Min Age', 'Max Age', 'Gender', 'Country']) {
      expect(dialog.getByLabelText(label)).toBeTruthy();
    }
    expect(dialog.getByRole('button', { name: 'Clear All' })).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Apply Filters' })).toBeTruthy();
  });

  it('DI-04, X-31: offers states for the United States only', async () => {
    const { dialog, person } = await open();
    expect(dialog.queryByLabelText('State')).toBeNull();
    await person.selectOptions(dialog.getByLabelText('Country'), 'United States');
    expect(within(dialog.getByLabelText('State')).getByRole('option', { name: 'Ohio' })).toBeTruthy();
    await person.selectOptions(dialog.getByLabelText('Country'), 'India');
    expect(dialog.queryByLabelText('State')).toBeNull();
  });

  it('DI-14, DI-16, DI-18, Q-42: requests by all filters, normalised, and stores them', async () => {
    const { dialog, person, queries } = await open();
    await person.type(dialog.getByLabelText('Username'), 'ZoY');
    await person.type(dialog.getByLabelText('Min Age'), '40');
    await person.type(dialog.getByLabelText('Max Age'), '20');
    await person.selectOptions(dialog.getByLabelText('Gender'), 'Female');
    await person.selectOptions(dialog.getByLabelText('Country'), 'United States');
    await person.selectOptions(dialog.getByLabelText('State'), 'Ohio');
    await person.click(dialog.getByRole('button', { name: 'Apply Filters' }));
    await waitFor(() => expect(queries()).toHaveLength(2));
    expect(queries()[1]).toEqual({
      limit: '25',
      username: 'zoy',
      age_min: '20',
      age_max: '40',
      sex: 'female',
      country: 'USA',
      state: 'Ohio',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('5 filters are active')).toBeTruthy();
    expect(JSON.parse(localStorage.getItem('userFilters') ?? '{}')).toMatchObject({ age_min: '20' });
  });

  it('DI-15, DI-17: shows the errors, focuses the first, and requests nothing', async () => {
    const { dialog, person, queries } = await open();
    await person.type(dialog.getByLabelText('Username'), 'zo');
    await person.type(dialog.getByLabelText('Min Age'), '12');
    await person.click(dialog.getByRole('button', { name: 'Apply Filters' }));
    expect(dialog.getByText('Username must be at least 3 characters.')).toBeTruthy();
    expect(dialog.getByText('Age must be between 18 and 100.')).toBeTruthy();
    expect(document.activeElement).toBe(dialog.getByLabelText('Username'));
    await person.type(dialog.getByLabelText('Username'), 'y');
    expect(dialog.queryByText('Username must be at least 3 characters.')).toBeNull();
    expect(queries()).toHaveLength(1);
    expect(filterStore.current()).toEqual(noFilters);
  });

  it('DI-14, X-45: Apply requests again, also with unchanged filters', async () => {
    const { dialog, person, queries } = await open();
    await person.click(dialog.getByRole('button', { name: 'Apply Filters' }));
    await waitFor(() => expect(queries()).toHaveLength(2));
    expect(queries()[1]).toEqual({ limit: '25' });
  });

  it('DI-03: Clear All removes every filter', async () => {
    const { dialog, person, queries } = await open();
    await person.type(dialog.getByLabelText('Username'), 'zoy');
    await person.click(dialog.getByRole('button', { name: 'Apply Filters' }));
    await person.click(await screen.findByRole('button', { name: 'Filter Users' }));
    const again = within(await screen.findByRole('dialog'));
    expect(again.getByLabelText<HTMLInputElement>('Username').value).toBe('zoy');
    await person.click(again.getByRole('button', { name: 'Clear All' }));
    await waitFor(() => expect(queries()).toHaveLength(3));
    expect(queries().map(({ username }) => username)).toEqual([undefined, 'zoy', undefined]);
    expect(localStorage.getItem('userFilters')).toBeNull();
  });

  it('DI-08: filters without a match can be cleared', async () => {
    const { dialog, person, answers } = await open();
    answers(nobody);
    await person.selectOptions(dialog.getByLabelText('Gender'), 'Male');
    await person.click(dialog.getByRole('button', { name: 'Apply Filters' }));
    const clear = await screen.findByRole('button', { name: 'Clear Filters' });
    expect(screen.getByText('No users found')).toBeTruthy();
    answers(everybody);
    await person.click(clear);
    expect(await screen.findByRole('link', { name: /zoya/ })).toBeTruthy();
  });
});
