import * as z from 'zod';

const ID = /^[A-Za-z0-9][A-Za-z0-9_.-]*$/;

const id = (what: string) =>
  z
    .string()
    .max(80, `${what} may have 80 characters`)
    .regex(ID, `${what} must start with a letter or digit and hold only letters, digits, "-", "_" and "."`)
    .refine((value) => !value.includes('..'), `${what} may not contain ".."`);

/** The first execution's name; it is part of S3 keys and SQL strings, so its characters are few. */
export const evaluationIdSchema = id('evaluationId');
export const datasetIdSchema = id('datasetId');
export const configIdSchema = id('configId');

/** A folder below `exports/`: names of few characters, so that no key ends up elsewhere. */
export const destinationPrefixSchema = z
  .string()
  .max(512)
  .regex(
    /^(?!\.{1,2}(\/|$))[A-Za-z0-9_.-]+(\/(?!\.{1,2}(\/|$))[A-Za-z0-9_.-]+)*\/?$/,
    'destinationPrefix must be names of letters, digits, "-", "_" and "." with "/" between them, such as team-a/weekly',
  );
