/** What an execution's history may have, at most; Step Functions ends an execution that has more. */
export const MOST_EVENTS = 25_000;
/** A row that is looked at and not done: the caller is invoked, answers `wait`, and is waited for. */
export const EVENTS_PER_LOOK = 11;
