import { namesMeant } from '../messages/rooms.whispers.ts';

/**
 * The person that a typed name means: of those whom the command can be about, otherwise of all. Of two, the one of the
 * full name goes before the guest who is shown under it. Undefined when there is nobody of that name.
 */
export function personMeant<Person extends { readonly username: string }>(
  name: string,
  people: readonly Person[],
  concerns: (person: Person) => boolean,
): Person | undefined {
  const byName = namesMeant(name).flatMap((meant) => people.filter((person) => person.username === meant));
  return byName.find(concerns) ?? byName[0];
}
