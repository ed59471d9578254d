import { Outlet } from '@tanstack/react-router';
import { OutsideLinks } from './links/outside-links.tsx';

/** Layout of a profile or post without a session. */
export function PublicShell() {
  return (
    <>
      <Outlet />
      <OutsideLinks />
    </>
  );
}
