import type { ErrorObject, ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { RollcallError } from '../../contracts/errors.ts';
import type { JsonObject } from '../json.ts';
import { compileSchema } from '../scoring/compile-schema.ts';

/** Told of one item; the others are left out. */
const MOST_PROBLEMS = 5;

/** What is wrong with an input, each with where: `/email: must match format "email"`. Empty when nothing is. */
export type ItemCheck = (input: unknown) => string[];

/**
 * Makes the check of a target's items. The schema itself has to be right: an unknown keyword (a typing error, as a rule)
 * would let through what it was meant to refuse.
 */
export function compileItemSchema(schema: JsonObject): ItemCheck {
  const validate = compiled(schema);
  return (input) => (validate(input) ? [] : (validate.errors ?? []).slice(0, MOST_PROBLEMS).map(describe));
}

function compiled(schema: JsonObject): ValidateFunction {
  const options = {
    logger: false as const,
    strictSchema: true,
    strictTypes: false,
    strictTuples: false,
    allErrors: true,
  };
  try {
    return compileSchema(schema, options, (ajv) => {
      addFormats.default(ajv);
      // OpenAPI's word; it says nothing about what is valid.
      ajv.addKeyword('example');
    });
  } catch (error) {
    throw new RollcallError('InvalidTarget', `inputSchema is not a valid JSON Schema: ${(error as Error).message}.`, {
      cause: error,
    });
  }
}

/** ajv's words, with the names and values it keeps beside them. */
function describe({ instancePath, message = 'is not valid', params }: ErrorObject): string {
  const { allowedValues, allowedValue, additionalProperty, unevaluatedProperty } = params as Record<string, unknown>;
  const unknown = additionalProperty ?? unevaluatedProperty;
  const detail =
    (unknown !== undefined && `: ${JSON.stringify(unknown)} is none of them`) ||
    (allowedValues !== undefined && `: ${JSON.stringify(allowedValues)}`) ||
    (allowedValue !== undefined && `: ${JSON.stringify(allowedValue)}`) ||
    '';
  return `${instancePath || '/'}: ${message}${detail}`;
}
