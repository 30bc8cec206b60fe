/** A policy document that AWS would not accept, or that the local cloud cannot evaluate faithfully. */
export class PolicyError extends Error {
  override readonly name = 'MalformedPolicyDocument';
}
