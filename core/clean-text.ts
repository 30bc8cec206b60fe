/** Half a surrogate pair or a NUL would make the whole table unreadable to Athena. */
export const cleanText = (text: string): string =>
  text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]|\0/g, '\uFFFD');
