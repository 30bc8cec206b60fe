import { UsageError } from './command-line/usage-error.ts';

/** Databases, connections, and functions at work hold files open; below this even starting fails, at whatever comes first. */
const LEAST = 256;

interface Report {
  readonly userLimits?: { readonly open_files?: { readonly soft?: number | string } };
}

/** Throws, with the limit's name, where the shell lets the process open too few files. */
export function checkOpenFiles(): void {
  // Else it looks the names of all connections up.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as Report;
  const soft = userLimits?.open_files?.soft;
  if (typeof soft !== 'number' || soft >= LEAST) return;
  throw new UsageError(
    `This process may open ${soft} files (ulimit -n), and the local cloud needs at least ${LEAST}. Run ulimit -n 4096 in this shell, and start again.`,
  );
}
