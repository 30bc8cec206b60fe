const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** Escapes text for an XML attribute, without characters that XML 1.0 forbids. */
export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    // With the u flag this matches only unpaired surrogates.
    .replace(/[\ud800-\udfff]/gu, '')
    .replace(/[&<>"\n\r\t]/g, (character) => ENTITIES[character] ?? character);
