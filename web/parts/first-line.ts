/** What a cell of one line shows of a text of many. */
export const firstLine = (text: string | null | undefined): string => text?.split('\n', 1)[0] ?? '';
