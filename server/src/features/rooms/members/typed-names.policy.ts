import { GUEST_PREFIX } from '@adda/contract/accounts';

/**
 * Returns the usernames that a typed name may mean: the name itself, or the username of the guest who is displayed
 * under it.
 */
export function usernamesFor(name: string): readonly string[] {
  return [name, `${GUEST_PREFIX}-${name}`];
}

/**
 * Returns the members of these names, each once; a full username takes precedence over a guest's displayed name. If a
 * name has no member, returns no recipients and the first such name as `unknown`.
 */
export function matchRecipients<Member extends { readonly username: string }>(
  names: readonly string[],
  members: readonly Member[],
): { recipients: Member[]; unknown: string | undefined } {
  const byName = new Map(members.map((member) => [member.username, member]));
  const recipients = new Set<Member>();
  for (const name of names) {
    const member = usernamesFor(name).flatMap((username) => byName.get(username) ?? [])[0];
    if (!member) return { recipients: [], unknown: name };
    recipients.add(member);
  }
  return { recipients: [...recipients], unknown: undefined };
}

/**
 * Returns the user whom a typed name means: preferably one to whom the command can apply. A full username takes
 * precedence over a guest's displayed name. Undefined for an unknown name.
 */
export function resolveTarget<Person extends { readonly username: string }>(
  name: string,
  people: readonly Person[],
  concerns: (person: Person) => boolean,
): Person | undefined {
  const byName = usernamesFor(name).flatMap((username) =>
    people.filter((person) => person.username === username),
  );
  return byName.find(concerns) ?? byName[0];
}
