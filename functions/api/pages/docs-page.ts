import type { OpenApiDocument, OpenApiOperation } from '../openapi.ts';
import { htmlText, page } from './page.ts';

/** The OpenAPI document for people: everything on one page. */
export function docsPage({ info, paths }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const list = operations.map(
    ({ path, method, operation }) =>
      `<tr><td><code>${method}</code></td><td><a href="#${operation.operationId}"><code>${htmlText(path)}</code></a></td><td>${htmlText(operation.summary)}</td></tr>`,
  );
  const sections = operations.map(({ path, method, operation }) => section(path, method, operation));
  return page(
    'Rollcall API',
    `<h1>Rollcall API ${htmlText(info.version)}</h1>
<p>Every request but this page carries <code>Authorization: Bearer rk_…</code>. Answers are
<code>{ "success": true, "data": … }</code> or <code>{ "success": false, "error": { "code", "message", "details"? } }</code>.
<a href="/openapi.json">openapi.json</a> says the same to programs.</p>
<table>${list.join('\n')}</table>
${sections.join('\n')}`,
  );
}

function section(path: string, method: string, operation: OpenApiOperation): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const rows = parameters.map(
    ({ name, in: place, required, description: text = '' }) =>
      `<tr><td><code>${htmlText(name)}</code></td><td>${place}${required ? '' : ', optional'}</td><td>${htmlText(text)}</td></tr>`,
  );
  return `<h2 id="${operationId}"><span class="method">${method}</span> <code>${htmlText(path)}</code></h2>
<p>${htmlText(summary)} ${htmlText(description)}</p>
${rows.length > 0 ? `<table>${rows.join('\n')}</table>` : ''}
${requestBody ? details('Request', requestBody) : ''}
${details('Answer', responses)}`;
}

const details = (title: string, value: object): string =>
  `<details><summary>${title}</summary><pre>${htmlText(JSON.stringify(value, null, 2))}</pre></details>`;
