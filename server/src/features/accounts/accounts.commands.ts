import { CommandRefused, type AdminCommands } from '../../platform/admin-socket/index.ts';
import { userReference, writeAudit } from '../../platform/audit/index.ts';
import type { Database, Tx } from '../../platform/database/index.ts';
import { deleteTotp } from './factors/totp.repository.ts';
import { listAdministrators, setRole } from './people.repository.ts';
import { findByLogin, lockUser } from './users.repository.ts';

/**
 * CLI commands that grant and revoke the global admin role; there is no route for it (SV-106). One removes the authenticator app of
 * somebody who lost it together with the recovery codes (ID-02).
 */
export function createAdministration(database: Database): AdminCommands {
  const change = (name: string, role: 'admin' | 'user') =>
    database.transaction((tx) => changeIn(tx, name, role));
  const changeIn = async (tx: Tx, name: string, role: 'admin' | 'user'): Promise<string> => {
    const found = await findByLogin(tx, name.trim().toLowerCase());
    // Locked, so that an account is not suspended and made an admin at the same time.
    const user = found && (await lockUser(tx, found.id));
    if (!user) throw new CommandRefused(`There is no user ${name}.`);
    if (user.is_guest)
      throw new CommandRefused(`${user.username} is a guest; only registered users can be admins.`);
    if (user.role === role)
      return `${user.username} is ${role === 'admin' ? 'an admin already' : 'not an admin'}.`;
    if (role === 'admin' && user.suspended_at)
      throw new CommandRefused(`${user.username} is suspended; let them in again first.`);
    await setRole(tx, user.id, role);
    const action = role === 'admin' ? 'admin_granted' : 'admin_revoked';
    await writeAudit(tx, { actorId: null, action, target: userReference(user.id) });
    return role === 'admin' ? `${user.username} is an admin now.` : `${user.username} is no longer an admin.`;
  };
  const resetSecondFactor = (name: string) =>
    database.transaction(async (tx) => {
      const found = await findByLogin(tx, name.trim().toLowerCase());
      const user = found && (await lockUser(tx, found.id));
      if (!user) throw new CommandRefused(`There is no user ${name}.`);
      if (!user.has_totp) return `${user.username} has no authenticator app.`;
      await deleteTotp(tx, user.id);
      await writeAudit(tx, { actorId: null, action: 'second_factor_reset', target: userReference(user.id) });
      return `${user.username} can log in with the password alone.`;
    });
  return {
    'reset-second-factor': {
      usage: 'reset-second-factor NAME',
      run: ([name = '']) => resetSecondFactor(name),
    },
    grant: { usage: 'grant NAME', run: ([name = '']) => change(name, 'admin') },
    revoke: { usage: 'revoke NAME', run: ([name = '']) => change(name, 'user') },
    list: {
      usage: 'list',
      async run() {
        const names = await listAdministrators(database.db);
        return names.length > 0 ? names.join('\n') : 'Nobody is an admin yet.';
      },
    },
  };
}
