import * as z from 'zod';

const SLUG = '[A-Za-z0-9][A-Za-z0-9_-]{0,39}';

export const targetSlugSchema = (what: string) =>
  z
    .string()
    .regex(new RegExp(`^${SLUG}$`), `${what} must be up to 40 letters, digits, "-" and "_", such as update_record`);

/** The name of a registered target. */
export const targetNameSchema = z
  .string()
  .regex(
    new RegExp(`^${SLUG}/${SLUG}$`),
    'target must be integration/action, each up to 40 letters, digits, "-" and "_", such as crm/update_record',
  );
