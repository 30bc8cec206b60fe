/** Where the project lies. */
export const PROJECT: string;

/** What `npm pack` has built lies in `dist`, and is what is used. */
export const IS_INSTALLED: boolean;

export function buildFolder(name: string): string;

export interface Build {
  readonly folder: string;
  readonly startedAt: number;
}

export class BuildCache {
  constructor(options: {
    /** Paths of inputs are meant from here. */
    readonly root: string;
    readonly folder: string;
    /** What the output depends on besides the files that are read: options, versions. */
    readonly settings: unknown;
  });
  find(): string | undefined;
  begin(): Build;
  keep(build: Build, inputs: readonly string[]): string;
}
