/** What is a mistake of the caller's. They are here alone, so that they can be known before the services are loaded. */
export { AssemblyError } from './assembly/assembly-error.ts';
export { DataDirectoryError } from './data-directory-error.ts';
