import { AsyncLocalStorage } from 'node:async_hooks';

/** The user on whose behalf work runs. The name may be set later. */
export type Actor = { name: string };

const current = new AsyncLocalStorage<Actor>();

/** Runs the work on behalf of a user, who gets a fair share of the database connections (see FairSemaphore). */
export function runAsActor<T>(actor: Actor, work: () => T): T {
  return current.run(actor, work);
}

/** Assigns the current work to a user who has just been identified. No effect outside {@link runAsActor}. */
export function setActorName(name: string): void {
  const actor = current.getStore();
  if (actor) actor.name = name;
}

/** Returns the user on whose behalf the current work runs; undefined for the server's own work. */
export const currentActor = (): string | undefined => current.getStore()?.name;
