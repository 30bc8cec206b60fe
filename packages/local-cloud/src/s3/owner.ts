/** The account's canonical user, the owner of every bucket and object. */
export const OWNER = { ID: '0'.repeat(64) } as const;
