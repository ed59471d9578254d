/** Hook for asking the user to prove ownership of the account (ID-03); the app registers the dialog. */
export const recentProof: {
  /** Resolves to whether the logged-in user proved ownership. Never rejects. */
  ask: (username: string) => Promise<boolean>;
} = { ask: async () => false };
