/** How the person is asked to prove that the account is theirs (ID-03); the app puts in the dialog. */
export const recentProof: {
  /** Answers whether this person, who is logged in, did. Never rejects. */
  ask: (username: string) => Promise<boolean>;
} = { ask: async () => false };
