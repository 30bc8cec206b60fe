import type { LoadReport } from '../assembly/load-report.ts';
import { jsonProtocol } from '../gateway/json-protocol.ts';
import type { Service } from '../service.ts';
import { loadAssemblies } from './operations/load-assemblies.ts';

/** What AWS has no API for: the local cloud itself. */
export const createLocalCloudService = (load: (directories: readonly string[]) => Promise<LoadReport>): Service => ({
  name: 'localcloud',
  protocol: jsonProtocol('1.1'),
  operations: { LoadAssemblies: loadAssemblies(load) },
});
