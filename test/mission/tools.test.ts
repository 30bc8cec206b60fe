import { tool } from '@langchain/core/tools';
import { ToolSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { type Target, targetSchema } from '../../contracts/target.ts';
import { compileItemSchema } from '../../core/targets/item-schema.ts';
import { writeTools } from '../../core/tools/tool-formats.ts';
import { toolsOf } from '../../core/tools/universal-tools.ts';

const target = (changes: object = {}): Target =>
  targetSchema.parse({
    integration: 'salesforce',
    action: 'update_record',
    description: 'Updates a record.',
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string' }, fields: { $ref: '#/$defs/fields' }, parent: { $ref: '#' } },
      required: ['id'],
      $defs: { fields: { type: 'object', additionalProperties: { type: 'string' } } },
    },
    endpoint: { url: 'https://example.com' },
    ...changes,
  });

describe('The tools of targets', () => {
  it('include batch_{name} only for targets with batches enabled', () => {
    expect(toolsOf([target()]).map(({ name }) => name)).toEqual(['salesforce_update_record']);
    expect(toolsOf([target({ batchEnabled: true })]).map(({ name }) => name)).toEqual([
      'salesforce_update_record',
      'batch_salesforce_update_record',
    ]);
  });

  it('take as a batch a list of what the single tool takes, with its properties and required fields', () => {
    const [single, batch] = toolsOf([target({ batchEnabled: true, batchConfig: { maxItems: 200 } })]);
    expect(batch?.parameters).toMatchObject({
      type: 'object',
      required: ['items'],
      properties: {
        items: { type: 'array', maxItems: 200, items: { type: 'object', required: ['id'] } },
        config: { properties: { concurrency: { type: 'integer' }, delayMs: { type: 'integer' } } },
      },
    });
    expect(batch?.parameters).toHaveProperty('properties.items.items.properties.fields');
    expect(single?.parameters).toEqual(target().inputSchema);
  });

  it('keep references within the schema, as a batch too', () => {
    const [, batch] = toolsOf([target({ batchEnabled: true })]);
    const check = compileItemSchema(batch?.parameters ?? {});
    expect(check({ items: [{ id: '1', fields: { a: 'b' }, parent: { id: '2' } }] })).toEqual([]);
    expect(check({ items: [{ id: '1', fields: { a: 1 } }] })).toEqual(['/items/0/fields/a: must be string']);
    expect(check({ items: [{ id: '1', parent: {} }] })).toEqual(["/items/0/parent: must have required property 'id'"]);
  });

  it('describe the batch in the target’s own words, if it has some', () => {
    const [, made] = toolsOf([target({ batchEnabled: true })]);
    expect(made?.description).toMatch(/^Batch version of .*Updates a record\. .*Returns a job ID/);
    const [, own] = toolsOf([target({ batchEnabled: true, batchConfig: { toolDescription: 'Many at once' } })]);
    expect(own?.description).toBe('Many at once');
  });
});

describe('The export of tools', () => {
  const tools = toolsOf([target({ batchEnabled: true })]);

  it('for LangChain gives tools that LangChain calls, and that refuse what the schema refuses', async () => {
    const [single, batch] = writeTools(tools, 'langchain').map((fields) =>
      tool(async (input) => JSON.stringify(input), fields as Parameters<typeof tool>[1]),
    );
    expect(await single?.invoke({ id: '1' })).toBe('{"id":"1"}');
    expect(await batch?.invoke({ items: [{ id: '1' }, { id: '2' }] })).toBe('{"items":[{"id":"1"},{"id":"2"}]}');
    await expect(batch?.invoke({ items: [{}] } as never)).rejects.toThrow();
  });

  it('for MCP is valid by the protocol’s own schema', () => {
    for (const one of writeTools(tools, 'mcp')) expect(ToolSchema.safeParse(one)).toMatchObject({ success: true });
  });

  it('in the universal format has a name, a description and parameters', () => {
    for (const one of writeTools(tools, 'universal')) {
      expect(Object.keys(one)).toEqual(['name', 'description', 'parameters']);
    }
  });
});
