import { CommandRefused, type AdminCommands } from '../../platform/admin-socket/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { listAdministrators, setRole } from './people.repository.ts';
import { findByLogin } from './users.repository.ts';

/** The commands that make and unmake global admins; there is no route for it (SV-106). */
export function createAdministration(database: Database): AdminCommands {
  const change = async (name: string, role: 'admin' | 'user') => {
    const user = await findByLogin(database.db, name.trim().toLowerCase());
    if (!user) throw new CommandRefused(`There is no user ${name}.`);
    if (user.is_guest)
      throw new CommandRefused(`${user.username} is a guest; only registered users can be admins.`);
    if (user.role === role)
      return `${user.username} is ${role === 'admin' ? 'an admin already' : 'not an admin'}.`;
    await setRole(database.db, user.id, role);
    return role === 'admin' ? `${user.username} is an admin now.` : `${user.username} is no longer an admin.`;
  };
  return {
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
