import { createKeySecrets } from '../../client/secrets/key-secrets.ts';
import { type Endpoint, endpointSchema, variableOfSecret } from '../../contracts/endpoint.ts';
import { evaluationConfigSchema } from '../../contracts/evaluation-config.ts';
import { hostOf } from '../../core/bound-key.ts';
import { endpointOf } from '../../domain/models/compile-model.ts';
import type { Connection } from '../connect/connect.ts';
import type { ReadEvalFile } from '../eval-file/read-eval-file.ts';
import { configOf } from '../eval-file/to-config.ts';
import { usageError } from '../exit-codes.ts';

/** Every key belongs to the address it is first used at. Only names of secrets go on from here. */
export async function keepKeys(
  file: ReadEvalFile,
  { keepsKeys, clients }: Connection,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  if (!keepsKeys) return;
  const secrets = createKeySecrets(clients.settings);
  for (const { url, auth } of endpointsOf(file)) {
    const name = auth && variableOfSecret(auth.secretArn);
    if (!name) continue;
    const host = hostOf(new URL(url));
    const kept = await secrets.read(name);
    const key = env[name]?.trim();
    const put = `rollcall secret put ${name} --host ${host}`;
    if (!key && !kept) throw usageError(`The key ${name} is missing.`, `Set it in your shell, or keep it with: ${put}`);
    if (kept && !kept.hosts.includes(host)) {
      throw usageError(
        `The key ${name} may be sent to ${kept.hosts.join(', ')} only; the target is on ${host}.`,
        `Use another variable (auth: { type: bearer, env: NAME }), or allow this host instead with: ${put}`,
      );
    }
    if (key && key !== kept?.key) await secrets.put(name, { key, hosts: kept?.hosts ?? [host] });
  }
}

/** What the run calls, and the judges it asks. */
function endpointsOf(file: ReadEvalFile): Endpoint[] {
  const given = configOf(file);
  const config = given && evaluationConfigSchema.parse(given);
  const target = config?.executionMode === 'endpoint' ? [config.endpoint] : [];
  const judges = (config?.evaluators ?? file.evaluators ?? []).flatMap((evaluator) => {
    const { model, endpoint } = evaluator.type === 'judge' ? evaluator.target : {};
    const called = model ? endpointSchema.parse(endpointOf(model)) : endpoint;
    return called ?? [];
  });
  return [...target, ...judges];
}
