/** What AWS allows a Distributed Map. */
export const PAYLOAD_BYTES = 262_144;
/** Children that may run at once; also what MaxConcurrency 0 means. */
export const MOST_CHILDREN = 10_000;
export const MOST_ITEMS = 100_000_000;
/** One item before ItemSelector. */
export const ITEM_BYTES = 8 * 1024 * 1024;
export const CSV_HEADER_BYTES = 10 * 1024;
