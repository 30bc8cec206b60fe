import { page } from './page.ts';

export const startPage = (): string =>
  page(
    'Rollcall',
    `<h1>Rollcall</h1>
<p>Runs every row of a dataset through an HTTP endpoint, a Step Functions agent or a Lambda tool.</p>
<ul>
<li><a href="/docs">What this API can do</a></li>
<li><a href="/openapi.json">The same as OpenAPI</a></li>
</ul>
<p>Requests carry a key: <code>Authorization: Bearer rk_…</code>. <code>rollcall key create --name me</code> makes one.</p>`,
  );
