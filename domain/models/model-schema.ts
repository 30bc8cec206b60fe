import * as z from 'zod';
import { endpointAuthSchema } from '../../contracts/endpoint.ts';
import { parsePrompt } from './prompt-template.ts';

/** `target.model`: which model is asked, and with what prompt. It is compiled into an endpoint. */

export const PROVIDER_NAMES = ['bedrock', 'anthropic', 'openai', 'openai-compatible'] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Prompts travel with every batch, beside the rest of the run, in at most 256 KB. */
const LONGEST_MODEL = 65_536;

const template = z
  .string()
  .min(1)
  .check(({ value, issues }) => {
    try {
      parsePrompt(value);
    } catch (error) {
      issues.push({ code: 'custom', input: value, message: (error as Error).message });
    }
  });

const writtenPrompt = z
  .strictObject({
    file: z.string().min(1).optional().describe('A text file; its path counts from the eval file'),
    name: z.string().min(1).max(100).optional().describe('What variants are called after. Default: the file’s name'),
    text: template.optional(),
  })
  .check(({ value, issues }) => {
    if (value.text !== undefined) return;
    const message = value.file
      ? 'prompt files are read by the command line; give the prompt’s text'
      : 'a prompt needs text or file';
    issues.push({ code: 'custom', input: value, message });
  });

const prompt = (about: string) => z.union([template, writtenPrompt]).describe(about);

const fields = {
  provider: z.enum(PROVIDER_NAMES).describe('Whose API it is'),
  model: z.string().min(1).max(2048).describe('The model’s id, as the provider writes it'),
  url: z
    .url({ protocol: /^https?$/, error: 'url must be an http:// or https:// address' })
    .optional()
    .describe('Where the API is, such as http://localhost:11434/v1. Default: the provider’s own'),
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'region must be an AWS Region, such as us-east-1')
    .optional()
    .describe('Of bedrock. Default: us-east-1'),
  auth: endpointAuthSchema.optional().describe('Default: the provider’s usual key, such as OPENAI_API_KEY'),
  system: prompt('The system prompt, a template too').optional(),
  prompt: prompt(
    'What the user says: a template. `{{column}}`, `{{column.field}}` and `{{#each column}}…{{/each}}` are filled in from the row',
  ).optional(),
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content: prompt('A template') }))
    .min(1)
    .max(100)
    .optional()
    .describe('A conversation, in place of prompt'),
  parameters: z
    .record(z.string(), z.json())
    .optional()
    .describe('maxTokens, temperature, topP, stop and stream for every provider; others are sent as they are'),
  responseSchema: z.record(z.string(), z.json()).optional().describe('JSON Schema of the answer, which is JSON then'),
  promptHash: z.string().max(64).optional().describe('Of all prompt texts; filled in when a run begins'),
  allowPrivateAddresses: z.boolean().optional().describe('With url: allow private addresses, as endpoints do'),
};

type Given = z.output<z.ZodObject<typeof fields>>;

function checkModel(model: Given, context: z.RefinementCtx, needsPrompt: boolean): void {
  const problem = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
  if (model.prompt && model.messages) problem(['messages'], 'model has prompt and messages; give one of them');
  if (needsPrompt && !model.prompt && !model.messages) problem(['prompt'], 'model needs a prompt or messages');
  if (model.provider === 'openai-compatible' && !model.url) problem(['url'], 'openai-compatible needs a url');
  const { length } = JSON.stringify(model);
  if (length > LONGEST_MODEL) {
    problem(['prompt'], `model has ${length} characters with its prompts; it may have ${LONGEST_MODEL}`);
  }
}

export const modelSchema = z.strictObject(fields).superRefine((model, context) => checkModel(model, context, true));
/** A judge has a prompt of its own. */
export const judgeModelSchema = z
  .strictObject(fields)
  .superRefine((model, context) => checkModel(model, context, false));
export type Model = z.output<typeof modelSchema>;

type Prompt = NonNullable<Model['prompt']>;
export const textOfPrompt = (given: Prompt): string => (typeof given === 'string' ? given : (given.text ?? ''));

/** All templates of a model. */
export const promptsOf = ({ system, prompt: asked, messages = [] }: Model): string[] =>
  [system, asked, ...messages.map(({ content }) => content)].flatMap((given) => (given ? textOfPrompt(given) : []));

/** Prompts and models, each with each. */
export const matrixSchema = z
  .strictObject({
    prompt: z
      .array(z.union([z.string().min(1), writtenPrompt]))
      .min(1)
      .optional()
      .describe('Paths of prompt files, or prompts with a name and a text'),
    model: z
      .array(
        z.union([
          z.string().min(1),
          z
            .strictObject(fields)
            .partial()
            .extend({ name: z.string().min(1).max(100).optional(), model: fields.model }),
        ]),
      )
      .min(1)
      .optional()
      .describe('Models, by id, or with whatever else differs from target.model'),
  })
  .refine(({ prompt: prompts, model }) => prompts || model, 'matrix needs prompt or model');
