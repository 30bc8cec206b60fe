import { describe, expect, it } from 'vitest';
import { compileItemSchema } from '../../../core/targets/item-schema.ts';

const CONTACT = {
  type: 'object',
  properties: {
    id: { type: 'string', minLength: 1 },
    email: { type: 'string', format: 'email' },
    stage: { enum: ['lead', 'customer'] },
    tags: { type: 'array', items: { type: 'string' } },
  },
  required: ['id'],
  additionalProperties: false,
};

describe('items are checked against the schema of their target', () => {
  const check = compileItemSchema(CONTACT);

  it('and pass when they are as it says', () => {
    expect(check({ id: '1', email: 'a@example.com', stage: 'lead', tags: ['x'] })).toEqual([]);
  });

  it.each([
    [{}, ["/: must have required property 'id'"]],
    [{ id: 1 }, ['/id: must be string']],
    [{ id: '1', email: 'nobody' }, ['/email: must match format "email"']],
    [{ id: '1', stage: 'other' }, ['/stage: must be equal to one of the allowed values: ["lead","customer"]']],
    [{ id: '1', name: 'A' }, ['/: must NOT have additional properties: "name" is none of them']],
    [{ id: '1', tags: ['a', 2] }, ['/tags/1: must be string']],
    ['text', ['/: must be object']],
    [null, ['/: must be object']],
  ])('of %j it says where and what is allowed', (input, problems) => {
    expect(check(input)).toEqual(problems);
  });

  it('and a pattern that would take for ever on a text is answered at once', () => {
    const check = compileItemSchema({ type: 'string', pattern: '^(a+)+$' });
    const startedAt = performance.now();
    expect(check(`${'a'.repeat(50_000)}!`)).toEqual(['/: must match pattern "^(a+)+$"']);
    expect(performance.now() - startedAt).toBeLessThan(60_000);
  });

  it('and of an item with many mistakes it tells the first five', () => {
    expect(check({ id: '1', tags: Array.from({ length: 1000 }, () => 0) })).toHaveLength(5);
  });
});

describe('the schema itself', () => {
  it.each([
    [{ type: 'object', requird: ['id'] }, 'unknown keyword: "requird"'],
    [{ type: 'object', properties: { a: { type: 'text' } } }, 'must be equal to one of the allowed values'],
    [{ type: 'object', properties: { a: { type: 'string', format: 'emial' } } }, 'unknown format "emial"'],
    [{ type: 'object', properties: { a: { $ref: 'https://example.com/schema' } } }, "can't resolve reference"],
  ])('is refused when a word of it means nothing: %j', (schema, why) => {
    expect(() => compileItemSchema(schema)).toThrow(expect.objectContaining({ name: 'InvalidTarget' }));
    expect(() => compileItemSchema(schema)).toThrow(why);
  });

  it('may be of draft 7 or 2020-12, have unions of types, examples and references to itself', () => {
    for (const $schema of [
      'http://json-schema.org/draft-07/schema#',
      'https://json-schema.org/draft/2020-12/schema',
      undefined,
    ]) {
      const check = compileItemSchema({
        ...($schema && { $schema }),
        type: 'object',
        properties: { note: { type: ['string', 'null'], example: 'hello' }, parent: { $ref: '#' } },
      });
      expect(check({ note: null, parent: { note: 'x' } })).toEqual([]);
      expect(check({ parent: { note: 1 } })).toEqual(['/parent/note: must be string,null']);
    }
  });
});
