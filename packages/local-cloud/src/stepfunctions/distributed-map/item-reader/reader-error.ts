import { StatesError } from '../../engine/states-error.ts';

/** A dataset that cannot be read. */
export const readerFailed = (cause: string): StatesError => new StatesError('States.ItemReaderFailed', cause);
