import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { render } from '../test/render.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useBackForDialogs } from './use-back-for-dialogs.ts';

function Page() {
  const [isOpen, setOpen] = useState(false);
  useBackForDialogs();
  return (
    <>
      <h1>Page</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Link to="/v1">On</Link>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="A tile" />
    </>
  );
}

/** Renders a tab that has visited each of these addresses. */
async function show(...addresses: string[]) {
  const root = createRootRoute({ component: Outlet });
  const routes = [
    createRoute({ getParentRoute: () => root, path: '/page', component: Page }),
    createRoute({ getParentRoute: () => root, path: '/v1', component: () => <h1>Other</h1> }),
  ];
  const history = createMemoryHistory({ initialEntries: addresses });
  const router = createRouter({ routeTree: root.addChildren(routes), history });
  await router.load();
  // The app registers its own router's type; this test router has fewer routes.
  return { ...render(<RouterProvider router={router as never} />), history };
}

const open = () => screen.getByRole('button', { name: 'Open' });

describe('Back with a dialog over the first page of a tab', () => {
  it('SH-10: adds one history step, however often dialogs open', async () => {
    const { person, history } = await show('/page');
    expect(history.length).toBe(1);
    await person.click(open());
    await waitFor(() => expect(history.length).toBe(2));
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await person.click(open());
    expect(await screen.findByRole('dialog', { name: 'A tile' })).toMatchObject({ open: true });
    expect(history.location).toMatchObject({ pathname: '/page', state: { __TSR_index: 1 } });
    expect(history.length).toBe(2);
  });

  it('leaves at the first press once the dialog is closed, also after another page', async () => {
    const { person, history } = await show('/page');
    await person.click(open());
    await waitFor(() => expect(history.length).toBe(2));
    await person.click(screen.getByRole('button', { name: 'Close' }));
    await person.click(screen.getByRole('link', { name: 'On' }));
    await screen.findByRole('heading', { name: 'Other' });
    const back = vi.spyOn(history, 'back');
    history.back();
    expect(await screen.findByRole('heading', { name: 'Page' })).toBeTruthy();
    expect(back).toHaveBeenCalledTimes(1);
    history.back();
    // The second Back belongs to the page: its added step was not a separate place.
    expect(back).toHaveBeenCalledTimes(3);
  });

  it('changes nothing if the history has an earlier page', async () => {
    const { person, history } = await show('/v1', '/page');
    await person.click(open());
    expect(await screen.findByRole('dialog', { name: 'A tile' })).toMatchObject({ open: true });
    expect(history.length).toBe(2);
    await person.click(screen.getByRole('button', { name: 'Close' }));
    const back = vi.spyOn(history, 'back');
    history.back();
    expect(await screen.findByRole('heading', { name: 'Other' })).toBeTruthy();
    expect(back).toHaveBeenCalledTimes(1);
  });
});
