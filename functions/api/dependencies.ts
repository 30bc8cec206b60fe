import type { KeyStore } from '../../client/keys/key-store.ts';

/** What handlers work with. */
export interface ApiDependencies {
  readonly keys: KeyStore;
}
