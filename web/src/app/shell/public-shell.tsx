import { Outlet } from '@tanstack/react-router';
import { OutsideLinks } from './links/outside-links.tsx';

/** What is around a profile or a post for people without a session. */
export function PublicShell() {
  return (
    <>
      <Outlet />
      <OutsideLinks />
    </>
  );
}
