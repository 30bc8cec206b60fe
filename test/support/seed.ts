import fc from 'fast-check';

/**
 * The tests say the same each time: properties are tried with one seed. `npm run soak` takes a fresh one, and prints how
 * to take the same again.
 */
const given = process.env.ROLLCALL_SEED;
const isSoak = process.env.ROLLCALL_SOAK !== undefined;
const seed = given ? Number(given) : isSoak ? Date.now() | 0 : 20261116;
if (isSoak) console.info(`Properties are tried with ROLLCALL_SEED=${seed}; set it to try the same again.`);
fc.configureGlobal({ seed });
