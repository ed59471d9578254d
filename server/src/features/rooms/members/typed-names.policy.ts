import { GUEST_PREFIX } from '@adda/contract/accounts';

/** Returns the usernames that a typed name may mean: the name itself, or that of the guest who is displayed under it. */
export function usernamesFor(name: string): readonly string[] {
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
    const member = usernamesFor(name).flatMap((meant) => byName.get(meant) ?? [])[0];
    if (!member) return { recipients: [], unknown: name };
    recipients.add(member);
  }
  return { recipients: [...recipients], unknown: undefined };
}

/**
 * Returns the user that a typed name means: one whom the command can apply to, otherwise any. A full name wins over a guest's
 * displayed one. Undefined for an unknown name.
 */
export function resolveTarget<Person extends { readonly username: string }>(
  name: string,
  people: readonly Person[],
  concerns: (person: Person) => boolean,
): Person | undefined {
  const byName = usernamesFor(name).flatMap((meant) => people.filter((person) => person.username === meant));
  return byName.find(concerns) ?? byName[0];
}
