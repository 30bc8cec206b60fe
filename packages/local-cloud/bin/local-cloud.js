#!/usr/bin/env node
// The installed command: plain Node, with TypeScript loaded as it is.
import { register } from 'tsx/esm/api';

register();
await import('../src/command-line/main.ts');
