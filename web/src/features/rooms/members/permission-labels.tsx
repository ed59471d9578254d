import { Trans } from '@lingui/react/macro';
import type { Permission } from '@adda/contract/rooms';
import type { ReactNode } from 'react';

const words: Record<Permission, ReactNode> = {
  can_kick: <Trans>Remove members</Trans>,
  can_ban: <Trans>Ban members</Trans>,
};

/** A member's moderator permissions, as text (GC-23). */
export function PermissionLabel({ permissions }: { permissions: readonly Permission[] }) {
  if (permissions.length === 0) return <Trans>No special permissions</Trans>;
  return (
    <ul>
      {permissions.map((permission) => (
        <li key={permission}>{words[permission]}</li>
      ))}
    </ul>
  );
}
