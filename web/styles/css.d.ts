/** Style sheets are bundled by esbuild; importing one adds it to the page. */
declare module '*.css';
