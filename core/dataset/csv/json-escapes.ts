/** For every byte what stands for it in a JSON string, or undefined where it stands for itself. */
export const ESCAPES = escapesOf((character) => JSON.stringify(character).slice(1, -1));

/** For a string in JSON that is itself a string in JSON. */
export const TWICE_ESCAPED = escapesOf((character) =>
  JSON.stringify(JSON.stringify(character).slice(1, -1)).slice(1, -1),
);

/** The longest of them: a control character, twice escaped, is `\\u0001`. */
export const LONGEST_ESCAPE = 7;

function escapesOf(escaping: (character: string) => string): readonly (Buffer | undefined)[] {
  return Array.from({ length: 256 }, (_, code) => {
    const character = String.fromCharCode(code);
    // Above ASCII a byte is part of a character that JSON leaves alone.
    const escaped = code < 128 ? escaping(character) : character;
    return escaped === character ? undefined : Buffer.from(escaped);
  });
}
