/** For a shell: nothing inside is read as anything but text. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A request to the API as a command; the key is a variable of the shell. */
export const asCurl = (method: string, path: string, body: unknown): string =>
  [
    `curl -X ${method} ${location.origin}/api/v1/${path} \\`,
    '  -H "Authorization: Bearer $ROLLCALL_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  -d ${quoted(JSON.stringify(body, null, 2))}`,
  ].join('\n');
