import { GUEST_PREFIX } from '@adda/contract/accounts';

/** The accounts that a typed name may mean: the name itself, or the guest who is shown under it. */
export function namesMeant(name: string): readonly string[] {
  return [name, `${GUEST_PREFIX}-${name}`];
}

/**
 * Returns the member of each name; a full name wins over a guest's displayed one. Otherwise returns the first
 * unknown name.
 */
export function matchRecipients<Member extends { readonly username: string }>(
  names: readonly string[],
  members: readonly Member[],
): { recipients: Member[]; unknown: string | undefined } {
  const byName = new Map(members.map((member) => [member.username, member]));
  const recipients = new Set<Member>();
  for (const name of names) {
    const member = namesMeant(name).flatMap((meant) => byName.get(meant) ?? [])[0];
    if (!member) return { recipients: [], unknown: name };
    recipients.add(member);
  }
  return { recipients: [...recipients], unknown: undefined };
}
