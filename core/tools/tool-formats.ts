import type { UniversalTool } from './universal-tools.ts';

export const TOOL_FORMATS = ['universal', 'langchain', 'mcp'] as const;
export type ToolFormat = (typeof TOOL_FORMATS)[number];

const WRITERS: Readonly<Record<ToolFormat, (tool: UniversalTool) => object>> = {
  universal: ({ name, description, parameters }) => ({ name, description, parameters }),
  /** What LangChain's `tool(fn, fields)` takes as fields. */
  langchain: ({ name, description, parameters: schema }) => ({ name, description, schema }),
  /** What MCP's `tools/list` answers with. */
  mcp: ({ name, description, parameters: inputSchema }) => ({ name, description, inputSchema }),
};

/** Tools as a framework wants them. */
export const writeTools = (tools: readonly UniversalTool[], format: ToolFormat): object[] =>
  tools.map((tool) => WRITERS[format](tool));
