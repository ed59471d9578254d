/** Words that people choose as passwords, by list, the most frequent first; made by `build/password-words.ts`. */
declare module 'virtual:password-words' {
  const lists: Record<string, string[]>;
  export default lists;
}
