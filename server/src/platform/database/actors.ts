import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf work is done; the name may become known while it is under way. */
export type Actor = { name: string };

const current = new AsyncLocalStorage<Actor>();

/** Does the work on behalf of somebody: they share the database's connections fairly with others (see FairTurns). */
export function actFor<T>(actor: Actor, work: () => T): T {
  return current.run(actor, work);
}

/** From here on the work under way is somebody's who has just become known. Nothing where it is nobody's. */
export function nameActor(name: string): void {
  const actor = current.getStore();
  if (actor) actor.name = name;
}

/** On whose behalf this is done; undefined for what the server does by itself. */
export const currentActor = (): string | undefined => current.getStore()?.name;
