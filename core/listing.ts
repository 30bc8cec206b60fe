/**
 * The index of a table whose few items people make one by one, such as keys and configurations: one partition, in the
 * order of tenants.
 */
export const LISTING = { IndexName: 'listing', partition: 'listing', sortKey: 'listed_as' } as const;

const PARTITION = 'all';

/** The attributes that put an item into the index. No tenant has a `#` in its name. */
export const listingKeysOf = (tenant: string, id: string): Record<string, string> => ({
  [LISTING.partition]: PARTITION,
  [LISTING.sortKey]: `${tenant}#${id}`,
});
