import * as z from 'zod';
import { errorAnswerSchema } from '../../contracts/api/answer.ts';
import type { Route } from './route.ts';

/** An OpenAPI 3.1 document, as far as this API needs one. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: object;
  readonly security: readonly object[];
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: object;
  readonly responses: object;
}

interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: unknown;
}

/** Made from the routes' own schemas, so that it cannot say anything else than what is checked. */
export function openApiDocument(routes: readonly Route[], version: string): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const route of routes) {
    const path = route.path.replace('+}', '}');
    const operations = paths[path] ?? {};
    paths[path] = { ...operations, [route.method.toLowerCase()]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Rollcall',
      version,
      description: 'Runs every row of a dataset through an HTTP endpoint, a Step Functions agent or a Lambda tool.',
    },
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key: rk_…' } },
      schemas: { Error: schemaOf(errorAnswerSchema, 'output') },
    },
    security: [{ key: [] }],
  };
}

const IDEMPOTENCY_KEY: OpenApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated request with the same key returns the first response. Valid for a day.',
  schema: { type: 'string', maxLength: 200 },
};

function operationOf(route: Route): OpenApiOperation {
  const { method, path, summary, role, params, query, body, answer, status = 200, idempotent } = route;
  const parameters = [
    ...parametersOf(params, 'path'),
    ...parametersOf(query, 'query'),
    ...(idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
  const error = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  return {
    operationId: `${method.toLowerCase()}${path.replace('/api/v1', '').replace(/[^A-Za-z0-9]+(\w?)/g, (_, next) => next.toUpperCase())}`,
    summary,
    description: `Requires a key with the role ${role}.`,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } },
    }),
    responses: {
      [status]: {
        description: 'Success',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['success', 'data'],
              properties: { success: { const: true }, data: schemaOf(answer, 'output') },
            },
          },
        },
      },
      default: { description: 'Error', content: error },
    },
  };
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): OpenApiParameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(property.description && { description: property.description }),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json;
}
