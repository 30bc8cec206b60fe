/** A SQL string literal. In Trino only the quote itself needs care: there are no backslash escapes. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** A quoted name, each part for itself: `"AwsDataCatalog"."s3_evaluation_db"."evaluation_datasets"`. */
export const qualifiedName = (...parts: string[]): string =>
  parts.map((part) => `"${part.replaceAll('"', '""')}"`).join('.');
