interface Naming {
  readonly url?: string;
  readonly inputMapping?: string | null;
  readonly model?: { readonly model: string } | null;
}

const IN_BEDROCK_PATH = /\/model\/([^/]+)\/(?:converse|invoke)(?:-stream|-with-response-stream)?$/;
const IN_GOOGLE_PATH = /\/models\/([^/:]+):\w+$/;
const IN_MAPPING = /(["'])model(?:_?id|_?name)?\1\s*:\s*(["'])([^"']+)\2/gi;

/** The models that a configuration names: in its address, or as a fixed text in its input mapping. */
export const namedModels = ({ url, inputMapping, model }: Naming): string[] => [
  ...(model ? [model.model] : []),
  ...[inPath(url, IN_BEDROCK_PATH), inPath(url, IN_GOOGLE_PATH)].filter((name) => name !== undefined),
  ...[...(inputMapping ?? '').matchAll(IN_MAPPING)].flatMap(([, , , name]) => name ?? []),
];

/**
 * The model that a call is billed for. Bedrock's name says more than the answer, which may lack the region or the model;
 * elsewhere the answer is more exact.
 */
export function billedModel(naming: Naming, answered: string | undefined): string | undefined {
  const names = [...new Set(namedModels(naming))];
  return inPath(naming.url, IN_BEDROCK_PATH) ?? answered ?? (names.length === 1 ? names[0] : undefined);
}

function inPath(url: string | undefined, pattern: RegExp): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const name = pattern.exec(new URL(url).pathname)?.[1];
  try {
    return name && decodeURIComponent(name);
  } catch {
    return name;
  }
}
