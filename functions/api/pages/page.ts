/** One HTML page without scripts. */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(title)}</title>
<style>
:root { color-scheme: light dark; }
body { font: 14px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { font-size: 1rem; margin: 2rem 0 .25rem; }
code, pre { font: 13px/1.4 ui-monospace, monospace; }
pre { overflow: auto; padding: .75rem; border: 1px solid #8884; border-radius: 4px; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .1rem 1rem .1rem 0; vertical-align: top; }
.method { display: inline-block; min-width: 4rem; font-weight: 600; }
</style>
${body}
</html>
`;

export const htmlText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
