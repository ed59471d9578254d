import type { ModerationOptions } from '../moderation.types.ts';
import { createAppeals } from './appeals/appeals.service.ts';
import { createEvasion } from './evasion/evasion.service.ts';
import { createImposing } from './imposing.ts';
import { createLettingIn } from './letting-in.ts';
import { createPeople } from './people/people.service.ts';
import { sanctionsHandlers } from './sanctions.routes.ts';
import { createSanctionCommands } from './sanction-commands.ts';
import { createSuspensions } from './suspensions.service.ts';
import { createShutOutPeople } from './appeals/shut-out.service.ts';

type Options = Pick<
  ModerationOptions,
  'database' | 'jobs' | 'logger' | 'accounts' | 'notifications' | 'publicUrl'
>;

/** Wires sanctions, appeals, hints of evasion and people in the console. */
export function createSanctions({ database, jobs, logger, accounts, notifications, publicUrl }: Options) {
  const { standing } = accounts;
  const deps = { standing, jobs, notifications, publicUrl };
  const imposing = createImposing(deps);
  const lettingIn = createLettingIn(deps);
  const suspensions = createSuspensions({ database, jobs, logger, accounts, imposing, lettingIn });
  const appeals = createAppeals({ database, standing, lettingIn, notifications, publicUrl });
  const evasion = createEvasion({ database, jobs, accounts });
  const shutOut = createShutOutPeople({ database, accounts, lettingIn, appeals });
  accounts.onComingBack(lettingIn.endWhenOver);
  accounts.onMarked(evasion.lookSoon);
  return {
    /** The one way to decide against somebody. */
    impose: imposing.impose,
    handlers: sanctionsHandlers({
      suspensions,
      appeals,
      evasion,
      shutOut,
      people: createPeople({ database }),
    }),
    /** What the running server does for `npm run admin`. */
    commands: createSanctionCommands({ database, imposing, lettingIn }),
    startJobs(): void {
      suspensions.startJobs();
      evasion.startJobs();
    },
  };
}
