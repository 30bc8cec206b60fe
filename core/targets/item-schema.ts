import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { RollcallError } from '../../contracts/errors.ts';
import type { JsonObject } from '../json.ts';
import { schemaPattern } from '../scoring/safe-pattern.ts';

/** Told of one item; the others are left out. */
const MOST_PROBLEMS = 5;
const DRAFT_7 = /draft-0[67]/;

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
    code: { regExp: schemaPattern },
  };
  const isDraft7 = typeof schema.$schema === 'string' && DRAFT_7.test(schema.$schema);
  const ajv = isDraft7 ? new Ajv(options) : new Ajv2020(options);
  addFormats.default(ajv);
  // OpenAPI's word; it says nothing about what is valid.
  ajv.addKeyword('example');
  try {
    return ajv.compile(schema);
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
