import { Outlet } from '@tanstack/react-router';
import { OutsideLinks } from './links/outside-links.tsx';

/** Layout of what links lead to without a session. */
export function PublicShell() {
  return (
    <>
      <Outlet />
      <OutsideLinks />
    </>
  );
}
