/** Loads a TypeScript file of the project, named from its folder. */
export function load(path: string): Promise<unknown>;

/** Builds these files for a package, into `dist`. */
export function buildForPackage(paths: readonly string[]): Promise<void>;
