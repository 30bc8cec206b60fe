import { stringify } from 'yaml';
import type { ProviderName } from '../../domain/models/model-schema.ts';
import { ADDRESSES } from '../../domain/models/provider-addresses.ts';

export interface ModelName {
  readonly provider: ProviderName;
  readonly model: string;
}
export type Kind = 'model' | 'endpoint' | 'agent' | 'tool';

/** What a person wants to evaluate. */
export type Chosen =
  | { readonly kind: 'model'; readonly models: readonly ModelName[]; readonly url?: string }
  | { readonly kind: 'endpoint' | 'agent' | 'tool'; readonly address: string };

/** What `rollcall init` writes: texts by path. */
export function filesOf(chosen: Chosen): Record<string, string> {
  return {
    'eval.yaml': chosen.kind === 'model' ? modelFile(chosen) : targetFile(chosen),
    'tickets.csv': TICKETS,
    ...(chosen.kind === 'model' && { 'prompts/short.md': SHORT, 'prompts/detailed.md': DETAILED }),
  };
}

const DATASET = `# The rows: CSV, JSON Lines or JSON. A column named \`expected\` holds the right answers.
dataset:
  file: tickets.csv
  idColumn: ticket
`;

const REST = `
executor:
  maxConcurrency: 4
# Decide the exit code in CI.
thresholds:
  minPassRate: 0.8
  maxErrorRate: 0.05
`;

const scalar = (value: string): string => stringify(value).trimEnd();

function modelFile({ models, url }: Extract<Chosen, { kind: 'model' }>): string {
  const [first, ...others] = models;
  const { provider = 'openai', model = '' } = first ?? {};
  const { auth } = ADDRESSES[provider];
  const key = auth?.env
    ? `    # The key comes from ${auth.env} in your shell. It is stored as a secret for this host only, and never in a run.
`
    : `    # With a key: auth: { type: bearer, env: NAME_OF_THE_VARIABLE }
`;
  const entries =
    others.length > 0 ? `  model:\n${models.map((one) => `    - ${entryOf(one, provider)}\n`).join('')}` : '';
  return `${DATASET}
# Every row goes to the model, as the prompt says. {{subject}} and {{body}} in the prompt files are columns.
target:
  model:
    provider: ${provider}
    model: ${scalar(model)}
${url ? `    url: ${scalar(url)}\n` : ''}${key}    prompt: { file: prompts/short.md }
    parameters: { maxTokens: 500 }

# One variant for each prompt with each model. They run side by side and are compared.
matrix:
  prompt: [prompts/short.md, prompts/detailed.md]
${entries}${REST}`;
}

const entryOf = ({ provider, model }: ModelName, shared: ProviderName): string =>
  provider === shared ? scalar(model) : `{ provider: ${provider}, model: ${scalar(model)} }`;

const COMMENTS = {
  endpoint: '# Every row is sent to the API as JSON: { "subject": …, "body": … }',
  agent: '# Every row starts an execution of the state machine.',
  tool: '# Every row invokes the function.',
};

function targetFile({ kind, address }: Exclude<Chosen, { kind: 'model' }>): string {
  const target =
    kind === 'endpoint'
      ? `  endpoint:
    url: ${scalar(address)}
    # For localhost and private networks: allowPrivateAddresses: true
    # With a key: auth: { type: bearer, env: NAME_OF_THE_VARIABLE }`
      : `  ${kind}: ${scalar(address)}`;
  return `${DATASET}
${COMMENTS[kind]}
target:
${target}

# What is sent, and where the answer is. Both are JSONata, and both may be left out.
# mappings:
#   input: '{ "question": input.subject }'
#   output: ${kind === 'endpoint' ? 'body.answer' : 'answer'}
${REST}`;
}

const SHORT = `Classify this support ticket as billing, bug, access or other. Reply with the one word only.

{{subject}}
{{body}}
`;

const DETAILED = `You sort support tickets. Choose exactly one label:

- billing: invoices, charges, refunds, prices
- bug: errors, crashes, things that do not work
- access: passwords, sign-in, locked accounts
- other: anything else

Subject: {{subject}}
Ticket: {{body}}

Reply with the label in lower case and nothing else.
`;

const TICKETS = `ticket,subject,body,expected
T-1,Charged twice,"My invoice shows the same charge twice. Please refund one of them.",billing
T-2,Cannot sign in,"I forgot my password and the reset mail does not arrive.",access
T-3,App closes,"The app crashes with error 17 as soon as I open a file.",bug
T-4,Office hours,"Are you open on Saturdays?",other
T-5,Wrong price,"The price on my invoice is not the one I was offered.",billing
T-6,Account locked,"After three attempts my account is locked.",access
T-7,Export is broken,"The export fails every time I try it.",bug
T-8,Thank you,"Your colleague was very kind. Pass it on!",other
`;
