import type { CallerEvent } from '../../contracts/caller.ts';

/** An invocation like this one may have worked on the batch already. */
export const isRepeated = ({ repeats, redrives, crashes }: CallerEvent): boolean => repeats + redrives + crashes > 0;

/** Nothing of the batch can have been called or counted yet. */
export const isFirstInvocation = (event: CallerEvent): boolean => !event.resume && !isRepeated(event);
