const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** Text for an XML attribute; characters XML 1.0 cannot hold are left out. */
export const escapeXml = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    // With the u flag this matches a half of a pair alone, never a whole character.
    .replace(/[\ud800-\udfff]/gu, '')
    .replace(/[&<>"\n\r\t]/g, (character) => ENTITIES[character] ?? character);
