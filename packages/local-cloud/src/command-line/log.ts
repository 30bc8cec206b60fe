/** Everything but the line that says it is ready goes to stderr. */
export const log = (line: string): void => void process.stderr.write(`${line}\n`);
