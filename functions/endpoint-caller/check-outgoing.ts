import { RollcallError } from '../../contracts/errors.ts';
import { problemOfHeader } from '../../contracts/request-headers.ts';
import type { TargetBindings } from '../../contracts/target-bindings.ts';
import { problemOfHosts, problemOfSecret } from '../../core/target-bindings.ts';
import { refuseLiteral } from './guarded-agents.ts';

/** A secret that a request carries, and for whom. */
export interface CarriedSecret {
  readonly arn: string;
  /** Where it may be sent, as the secret itself says. */
  readonly hosts?: readonly string[];
  readonly tenant: string;
  readonly bindings: TargetBindings;
}

interface Outgoing {
  readonly url: URL;
  /** What the configuration and the credentials set; what frames the request is not among them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly allowPrivateAddresses: boolean;
  readonly secret?: CarriedSecret;
}

/**
 * Refuses a request before anything of it is sent. Every request to an endpoint passes here: those of rows, bulk calls and
 * jobs, and each one that a redirect asks for.
 */
export function checkOutgoing({ url, headers, allowPrivateAddresses, secret }: Outgoing): void {
  refuseLiteral(url, allowPrivateAddresses);
  for (const [name, value] of Object.entries(headers)) {
    const problem = problemOfHeader(name, value);
    if (problem) throw new RollcallError('TargetRejected', `The request was not sent. ${problem}.`);
  }
  if (!secret) return;
  const { arn, hosts, tenant, bindings } = secret;
  const problem = problemOfSecret(arn, url, tenant, bindings) ?? (hosts && problemOfHosts(arn, url, hosts));
  if (problem) throw new RollcallError('TargetAccessDenied', problem);
}
