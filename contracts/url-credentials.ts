/** Names of parameters and headers that carry credentials, without case, `-`, `_` and `.`. */
const CREDENTIALS =
  /^(?:x?(?:api|access|auth|client|subscription|function|private|secret|account|app)key|(?:ocpapim)?subscriptionkey|(?:x?(?:access|auth|api|id|refresh|session|security|bearer|amzsecurity|app))?token|(?:client|app|api|shared)?secret|passw(?:or)?d|pwd|(?:x?(?:amz|goog))?(?:signature|credentials?)|(?:proxy)?authorization|(?:set)?cookie)$/;
/** These name many other things too; with a long value that has no spaces they carry a key. */
const AMBIGUOUS = /^(?:key|auth|sig|code|appid|access)$/;
const LIKE_A_KEY = /^[^\s/]{16,}$/;

/** Whether what goes under the name is for nobody's eyes. */
export function carriesCredentials(name: string, value: string): boolean {
  const bare = name.toLowerCase().replace(/[-_.]/g, '');
  return CREDENTIALS.test(bare) || (AMBIGUOUS.test(bare) && LIKE_A_KEY.test(value));
}

/** A URL stands in run records, in the history of executions and in configurations: no credentials belong in it. */
export function problemsOfUrl(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { username, password, searchParams } = new URL(text);
  const problems: string[] = [];
  if (username || password) {
    problems.push(
      'url holds user:password@, which would be stored with every run. Leave it out, put user:password into a variable or a secret, and set auth: { type: basic, env: NAME } or { type: basic, secretArn: … }',
    );
  }
  for (const [name, value] of searchParams) {
    if (value !== '' && carriesCredentials(name, value)) {
      problems.push(
        `url carries a key in its parameter ${name}, which would be stored with every run. Leave the parameter out, put its value into a variable or a secret, and set auth: { type: query, parameter: ${name}, env: NAME } or secretArn: …`,
      );
    }
  }
  return problems;
}
