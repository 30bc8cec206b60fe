import { config } from 'zod';

// Compiling validators needs eval, which the page does not allow itself. Schemas made from here on do without.
config({ jitless: true });
