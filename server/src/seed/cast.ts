/**
 * Users with a part of their own, by index. The first user is 0 and knows 1 to 12, whom it follows and writes with; all of
 * these are strangers to it, because nobody from 13 on is followed by it or gets a private message from it elsewhere.
 * Three facts of the other files decide the numbers:
 * - 13, 16, 17 and 19 never speak in a room of the first user in the first twelve rooms, because whispers there would count
 *   among their three texts (MR-01).
 * - 16 and 18 are members of the first room, who neither speak nor are banned there.
 * - Nobody follows somebody with an odd index above 12, and only those below 30 post, so 33 and 35 can be hidden from each
 *   other and from strangers without any refused like, follow or private chat.
 */
export const CAST = {
  /** Wrote to the first user, who accepted and answered. */
  accepted: 13,
  /** Lets only people whom they know begin a chat. */
  knownOnly: 14,
  /** Has not answered the first user. */
  silent: 15,
  /** Wrote to the first user, politely; they are in a room together. */
  polite: 16,
  /** Wrote three texts to the first user, one of them with a telephone number. */
  pushy: 17,
  /** Has a timeout in the first room, and a report by the first user. */
  spoiler: 18,
  /** Wrote to the first user with a link, and was kicked from the first room for the same. */
  seller: 19,
  /** Lets nobody begin a chat. */
  closed: 22,
  /** Reported the next one, who threatened them. */
  threatened: 33,
  threatening: 35,
} as const;
