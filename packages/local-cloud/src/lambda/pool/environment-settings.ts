/** All an execution environment needs to know about its function. It never changes: an update makes new environments. */
export interface EnvironmentSettings {
  readonly functionName: string;
  readonly handler: string;
  readonly runtime: string;
  readonly memorySizeMb: number;
  readonly timeoutSeconds: number;
  /** The digest of the package. */
  readonly codeId: string;
  /** The unpacked code. */
  readonly taskRoot: string;
  /** All variables the handler sees, except for those that name its log stream. */
  readonly variables: Readonly<Record<string, string>>;
  readonly logGroup: string;
  readonly logFormat: 'Text' | 'JSON';
  readonly applicationLogLevel: string;
}

export type WriteLog = (line: { logStream: string; requestId: string; timestamp: number; message: string }) => void;
