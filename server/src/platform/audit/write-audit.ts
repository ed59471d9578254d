import type { Tx } from '../database/index.ts';

/**
 * How somebody is named in an entry: entries never change, names do, and who deleted their account is named nowhere
 * (SV-104). Whoever reads the audit sees the name of now.
 */
export const personMark = (userId: number): string => `user#${userId}`;

/**
 * One deed. `target` names whom or what it was done to, such as `word:…` or the {@link personMark} of somebody; `details`
 * hold no secret and no names of people, but marks.
 */
type Deed = {
  /** Null for a command on the server. */
  readonly actorId: number | null;
  readonly action: string;
  readonly target: string;
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
};

/** JSON of the database holds whole characters only. */
const wholeText = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** Notes a deed; rolled back together with it. It joins the hash chain when the transaction commits. */
export async function writeAudit(tx: Tx, { actorId, action, target, details = {} }: Deed): Promise<void> {
  await tx
    .insertInto('audit_entries')
    .values({ actor_id: actorId, action, target, details: JSON.stringify(details, wholeText) })
    .execute();
}
