/** How earlier versions of Rollcall marked the data folder of the local cloud. */
export const FORMER_MARKERS = ['rollcall-local-cloud.json'];
