/** What a command line of one's own around the local cloud is made from. */
export { DEFAULT_PORT, parseArguments } from './arguments.ts';
export { fail } from './fail.ts';
export { serve } from './serve.ts';
export { UsageError } from './usage-error.ts';
