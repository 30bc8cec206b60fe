/** Rows and secrets are their owner's alone: the modes of every file and folder of the data folder. */
export const OWNER_FILE = 0o600;
export const OWNER_FOLDER = 0o700;
