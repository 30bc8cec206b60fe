import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isObject } from '../../core/json.ts';
import { usageError } from '../exit-codes.ts';

const PROMPTS = new Set(['prompt', 'system', 'content']);

/** A file's value, with the texts of the prompt files it names. Their paths count from `folder`. */
export function withPromptFiles(value: unknown, folder: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withPromptFiles(item, folder));
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([name, field]) => {
    if (name === 'matrix' && isObject(field) && Array.isArray(field.prompt)) {
      const prompt = field.prompt.map((given) => read(typeof given === 'string' ? { file: given } : given, folder));
      return [name, { ...field, prompt }];
    }
    return [name, PROMPTS.has(name) && isObject(field) ? read(field, folder) : withPromptFiles(field, folder)];
  });
  return Object.fromEntries(fields);
}

function read(prompt: unknown, folder: string): unknown {
  if (!isObject(prompt) || typeof prompt.file !== 'string' || prompt.text !== undefined) return prompt;
  try {
    // An editor's newline at the end is not part of the prompt.
    return { ...prompt, text: readFileSync(resolve(folder, prompt.file), 'utf8').replace(/\r?\n$/, '') };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = code === 'ENOENT' ? 'there is no such file' : message;
    throw usageError(
      `The prompt ${prompt.file} cannot be read: ${problem}.`,
      `Its path counts from ${folder}. A prompt’s text can also stand in the file itself.`,
    );
  }
}
