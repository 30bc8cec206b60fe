import * as z from 'zod';
import { hintFor, RollcallError } from '../../contracts/errors.ts';
import { writeTools } from '../../core/tools/tool-formats.ts';
import type { Installation } from '../connect/installation.ts';
import type { ToolUser } from '../tools/tool.ts';
import { toolbox } from '../tools/toolbox.ts';

/** Versions of the Model Context Protocol that this speaks, newest first. */
const VERSIONS = ['2025-06-18', '2025-03-26', '2024-11-05'];

const INSTRUCTIONS =
  'Each registered action is a tool; its batch_ variant takes many items at once and answers with a job. Follow a job with rollcall_get_job until it has finishedAt, then read results with rollcall_list_job_items.';

const messageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  /** Absent of a notification, which is not answered. */
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).default({}),
});
type Message = z.output<typeof messageSchema>;

export interface McpSession {
  readonly user: ToolUser;
  readonly installation: Installation;
  readonly version: string;
  /** Makes the answer of a tool small enough, where its way back has a limit. */
  readonly shorten?: (answer: unknown) => Promise<unknown>;
}

/** JSON-RPC's own codes. */
const CODES = { parse: -32700, request: -32600, method: -32601, params: -32602, internal: -32603 } as const;

class RpcError extends Error {
  readonly code: number;

  constructor(code: keyof typeof CODES, message: string) {
    super(message);
    this.code = CODES[code];
  }
}

/** Answers one message of the Model Context Protocol; undefined when it wants no answer. There is no state between messages. */
export async function answerMessage(given: unknown, session: McpSession): Promise<object | undefined> {
  const message = messageSchema.safeParse(given);
  if (!message.success) {
    // What a client answers us is none of our business: we ask for nothing.
    if (z.object({ result: z.unknown() }).safeParse(given).data?.result !== undefined) return undefined;
    return failed(null, new RpcError('request', 'The message is no request of JSON-RPC 2.0.'));
  }
  const { id } = message.data;
  if (id === undefined) return undefined;
  try {
    return { jsonrpc: '2.0', id, result: await resultOf(message.data, session) };
  } catch (error) {
    return failed(id, error);
  }
}

/** Text that is no JSON. */
export const unreadable = (): object => failed(null, new RpcError('parse', 'The message is not JSON.'));

async function resultOf({ method, params }: Message, session: McpSession): Promise<object> {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: VERSIONS.find((version) => version === params.protocolVersion) ?? VERSIONS[0],
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: 'rollcall', version: session.version },
        instructions: INSTRUCTIONS,
      };
    case 'ping':
      return {};
    case 'tools/list':
      return { tools: writeTools(await toolbox(session.user, session.installation), 'mcp') };
    case 'tools/call':
      return callTool(params, session);
    default:
      throw new RpcError('method', `There is no method ${method}; there are initialize, ping, tools/list, tools/call.`);
  }
}

/** What a tool refuses is its answer, so that the model reads it and does better; an unknown tool is an error. */
async function callTool({ name, arguments: given }: Message['params'], { user, installation, shorten }: McpSession) {
  const tool = (await toolbox(user, installation)).find((one) => one.name === name);
  if (!tool) throw new RpcError('params', `There is no tool ${String(name)}.`);
  try {
    const found = await tool.use(given, user, installation);
    const answer = shorten ? await shorten(found) : found;
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (error) {
    if (!(error instanceof RollcallError)) throw error;
    const details = error.details === undefined ? '' : ` ${JSON.stringify(error.details)}`;
    const text = `${error.name}: ${error.message} ${hintFor(error.name) ?? ''}${details}`;
    return { content: [{ type: 'text', text }], isError: true };
  }
}

/** A failure nobody foresaw is told without its text, which may hold what others sent. */
function failed(id: string | number | null, error: unknown): object {
  const { code, message } =
    error instanceof RpcError ? error : { code: CODES.internal, message: 'The request failed here. See the log.' };
  return { jsonrpc: '2.0', id, error: { code, message } };
}
